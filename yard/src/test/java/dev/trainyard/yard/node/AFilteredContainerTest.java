package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.yard.node.gates.SystemCalls;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A container with the seccomp profile `RuntimeDefault`.
class AFilteredContainerTest {

  private static final String FILTER = "sed -n 's/^Seccomp:\\s*//p' /proc/self/status";
  private static final String UNSHARE =
      "unshare --user true 2>&1 | grep -o 'Operation not permitted'; echo done";

  @TempDir static Path directory;
  @AutoClose private static World world;

  @BeforeAll
  static void start() throws IOException {
    assumeTrue(SystemCalls.obstacle(directory).isEmpty(), "no system calls are filtered here");
    world = World.mounted(directory);
  }

  @Test
  void is_refused_what_a_container_is_refused() {
    assertThat(world.printedBy(filtered("refused", UNSHARE, it -> it)))
        .containsExactly("Operation not permitted", "done");
  }

  @Test
  void can_make_namespaces_when_it_is_not_filtered() {
    assertThat(world.printedBy(sh("free", UNSHARE + "; " + FILTER))).containsExactly("done", "0");
  }

  @Test
  void keeps_its_user_its_rights_and_its_environment() throws Exception {
    assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "not root");
    var plain = "id -u; grep -E '^(Cap|NoNew)' /proc/self/status; ls -l /proc/self/fd | wc -l";

    assertThat(world.printedBy(filtered("user", plain, it -> it.withRunAsUser(1234L))))
        .isEqualTo(
            world.printedBy(
                with(sh("other", plain), new SecurityContextBuilder().withRunAsUser(1234L))));
  }

  @Test
  void is_filtered_for_those_who_enter_it_later_too() throws Exception {
    var pod = create(filtered("entered", "echo up; exec sleep 600", it -> it));
    world.awaitPrinted(pod, "up");

    assertThat(world.through(pod, "sh", "-c", FILTER + "; " + UNSHARE))
        .containsExactly("2", "Operation not permitted", "done");
  }

  @Test
  void is_filtered_because_its_pod_says_so_and_not_when_it_says_otherwise() {
    assertThat(world.printedBy(ofPod(sh("pods", FILTER)))).containsExactly("2");
    assertThat(
            world.printedBy(
                with(
                    ofPod(sh("own", FILTER)),
                    new SecurityContextBuilder()
                        .withNewSeccompProfile()
                        .withType("Unconfined")
                        .endSeccompProfile())))
        .containsExactly("0");
  }

  @Test
  void is_not_filtered_when_it_is_privileged() {
    assertThat(world.printedBy(filtered("all", FILTER, it -> it.withPrivileged(true))))
        .containsExactly("0");
  }

  @Test
  @Tag("needs-python")
  void is_refused_keys_and_does_everything_else() {
    var script =
        """
        python3 -c '
        import ctypes, os, platform, subprocess, threading, multiprocessing
        libc = ctypes.CDLL(None, use_errno=True)
        keyctl = {"x86_64": 250, "aarch64": 219}[platform.machine()]
        print(libc.syscall(keyctl, 0, -3, 0), os.strerror(ctypes.get_errno()))
        t = threading.Thread(target=print, args=("thread",)); t.start(); t.join()
        print(subprocess.check_output(["echo", "child"], text=True).strip())
        with multiprocessing.Pool(1) as pool: print(pool.map(abs, [-1]))
        '
        """;

    assertThat(world.printedBy(filtered("python", script, it -> it)))
        .containsExactly("-1 Operation not permitted", "thread", "child", "[1]");
  }

  private static Pod create(PodBuilder pod) {
    return world.create(pod);
  }

  private static PodBuilder filtered(
      String name, String script, UnaryOperator<SecurityContextBuilder> more) {
    var context =
        new SecurityContextBuilder()
            .withNewSeccompProfile()
            .withType("RuntimeDefault")
            .endSeccompProfile();
    return with(sh(name, script), more.apply(context));
  }

  private static PodBuilder with(PodBuilder pod, SecurityContextBuilder context) {
    return pod.editSpec()
        .editContainer(0)
        .withSecurityContext(context.build())
        .endContainer()
        .endSpec();
  }

  private static PodBuilder ofPod(PodBuilder pod) {
    return pod.editSpec()
        .withNewSecurityContext()
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .endSecurityContext()
        .endSpec();
  }
}
