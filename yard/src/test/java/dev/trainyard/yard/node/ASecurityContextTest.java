package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.yard.node.view.Rights;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Needs root, which alone has rights to give up.
class ASecurityContextTest {

  private static final String RIGHTS = "grep -E '^(CapBnd|CapEff|NoNewPrivs)' /proc/self/status";

  @TempDir static Path directory;
  @AutoClose private static World world;

  @BeforeAll
  static void start() throws IOException {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "this node is not root");
    world = World.mounted(directory);
  }

  @Test
  void that_forbids_root_keeps_a_container_from_starting_as_root() {
    var pod = world.create(secured("root", context().withRunAsNonRoot(true)));

    assertThat(world.awaitWaiting("root"))
        .isEqualTo(
            "CreateContainerConfigError: container has runAsNonRoot and image will run as root"
                + " (pod: \"root_team(%s)\", container: main)".formatted(uid(pod)));
  }

  @Test
  void that_forbids_root_and_asks_for_it_is_a_contradiction() {
    var pod = world.create(secured("both", context().withRunAsNonRoot(true).withRunAsUser(0L)));

    assertThat(world.awaitWaiting("both"))
        .isEqualTo(
            "CreateContainerConfigError: container's runAsUser breaks non-root policy"
                + " (pod: \"both_team(%s)\", container: main)".formatted(uid(pod)));
  }

  @Test
  void that_forbids_root_lets_everybody_else_in() {
    assertThat(
            world.printedBy(
                secured("other", "id -u", context().withRunAsNonRoot(true).withRunAsUser(1234L))))
        .containsExactly("1234");
  }

  @Test
  void that_says_nothing_leaves_what_runtimes_leave() {
    assertThat(granted("usual", context())).hasSize(Rights.USUAL.size());
  }

  @Test
  void drops_and_adds_capabilities() {
    var context =
        context()
            .withNewCapabilities()
            .withDrop("ALL")
            .withAdd("NET_BIND_SERVICE", "CAP_SYS_TIME")
            .endCapabilities();

    assertThat(granted("few", context)).containsExactly(10, 25);
  }

  @Test
  void that_adds_what_does_not_exist_says_so() {
    world.create(secured("odd", context().withNewCapabilities().withAdd("FLY").endCapabilities()));

    assertThat(world.awaitWaiting("odd"))
        .isEqualTo("CreateContainerError: unknown capability to add: \"FLY\"");
  }

  @Test
  void that_is_privileged_leaves_what_the_node_has() throws Exception {
    assertThat(granted("all", context().withPrivileged(true)))
        .hasSameSizeAs(Identity.of(Path.of("/proc/self")).capabilities());
  }

  @Test
  void keeps_programs_from_gaining_rights_later_visitors_too() throws Exception {
    var pod =
        world.create(
            secured(
                "modest",
                RIGHTS + "; echo up; exec sleep 600",
                context().withAllowPrivilegeEscalation(false)));
    world.awaitPrinted(pod, "up");

    assertThat(world.printed(pod)).contains("NoNewPrivs:\t1");
    assertThat(world.through(pod, "sh", "-c", RIGHTS))
        .containsExactlyElementsOf(world.printed(pod).subList(0, 3));
  }

  /// The loader of programs writes a file for each program that it finds the variables in.
  @Test
  void keeps_what_a_container_tells_the_loader_from_programs_with_more_rights() throws Exception {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    var traces = Files.createDirectory(directory.resolve("traces"));
    Files.setPosixFilePermissions(traces, PosixFilePermissions.fromString("rwxrwxrwx"));
    var pod =
        secured("loader", "echo up; exec sleep 600", context().withRunAsUser(1234L))
            .editSpec()
            .editContainer(0)
            .addNewEnv()
            .withName("LD_DEBUG")
            .withValue("files")
            .endEnv()
            .addNewEnv()
            .withName("LD_DEBUG_OUTPUT")
            .withValue(traces.resolve("trace").toString())
            .endEnv()
            .endContainer()
            .endSpec();
    var created = world.create(pod);
    world.awaitPrinted(created, "up");
    world.through(created, "true");

    assertThat(traces)
        .isNotEmptyDirectory()
        .isDirectoryNotContaining(it -> !owner(it).equals(1234));
  }

  private static Object owner(Path file) {
    try {
      return Files.getAttribute(file, "unix:uid");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void tells_what_is_not_enforced() {
    var pod =
        world.create(
            secured("filtered", context().withNewSeccompProfile("profiles/own.json", "Localhost")));
    world.awaitPhase("filtered", "Succeeded");

    world.awaitEvent(pod, "SecurityNotEnforced", "seccompProfile is not enforced");
  }

  /// The capabilities of the pod's program, by their numbers.
  private static List<Integer> granted(String name, SecurityContextBuilder context) {
    var lines = world.printedBy(secured(name, RIGHTS, context));
    var set = new BigInteger(lines.getFirst().replaceAll(".*\\s", ""), 16);
    return IntStream.range(0, set.bitLength()).filter(set::testBit).boxed().toList();
  }

  private static SecurityContextBuilder context() {
    return new SecurityContextBuilder();
  }

  private static PodBuilder secured(String name, SecurityContextBuilder context) {
    return secured(name, "true", context);
  }

  private static PodBuilder secured(String name, String script, SecurityContextBuilder context) {
    return sh(name, script)
        .editSpec()
        .editContainer(0)
        .withSecurityContext(context.build())
        .endContainer()
        .endSpec();
  }

  private static String uid(Pod pod) {
    return pod.getMetadata().getUid();
  }
}
