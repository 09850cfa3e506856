package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.emptyDir;
import static dev.trainyard.yard.node.Pods.mounting;
import static dev.trainyard.yard.node.Pods.sh;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.trainyard.yard.node.network.Tool;
import dev.trainyard.yard.node.view.Mounting;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ARepositoryForAPodTest {

  private static final String SHOW = "cat train/model.py; readlink train | cut -c1-11";

  @TempDir Path directory;
  private Path repository;
  private Optional<World> world = Optional.empty();

  /// A repository of three commits: the first is tagged, the second is on a branch of its own.
  @BeforeEach
  void write() throws Exception {
    assumeTrue(Tool.find("git").isPresent(), "git is not installed");
    repository = Files.createDirectory(directory.resolve("train.git"));
    git("init", "--quiet", "--initial-branch=main");
    commit("one");
    git("tag", "v1");
    git("checkout", "--quiet", "-b", "feature");
    commit("two");
    git("checkout", "--quiet", "main");
    commit("three");
  }

  @AfterEach
  void stop() throws IOException {
    if (world.isPresent()) {
      world.get().close();
    }
  }

  @Test
  void is_at_the_head_of_its_main_branch() throws Exception {
    assertThat(files(Map.of())).containsExactly("three", ".worktrees/");
  }

  @Test
  void is_at_the_branch_that_was_asked_for() throws Exception {
    assertThat(files(Map.of("GIT_SYNC_BRANCH", "feature"))).containsExactly("two", ".worktrees/");
  }

  @Test
  void is_at_the_revision_that_was_asked_for() throws Exception {
    assertThat(files(Map.of("GIT_SYNC_REV", "v1"))).containsExactly("one", ".worktrees/");
  }

  @Test
  void is_at_the_very_commit_that_was_asked_for() throws Exception {
    var commit = git("rev-parse", "feature").strip();

    assertThat(files(Map.of("GIT_SYNC_REV", commit))).containsExactly("two", ".worktrees/");
  }

  @Test
  void is_found_where_nothing_can_be_mounted() throws Exception {
    var world = open(options -> options.withMounting(Mounting.REWRITTEN));

    assertThat(
            world.printedBy(pod("cd \"$TRAINYARD_VOLUME_CODE_SYNC_0\"; " + SHOW, url(), Map.of())))
        .containsExactly("three", ".worktrees/");
  }

  @Test
  void fails_in_the_words_of_git() throws Exception {
    var world = open(options -> options);
    var pod = world.create(pod("true", "file://" + directory.resolve("nowhere.git"), Map.of()));

    assertThat(ended(world, pod).getExitCode()).isNotZero();
    assertThat(String.join("\n", world.printed(pod, "git-sync-0", false)))
        .contains("nowhere.git")
        .contains("fatal:");
  }

  @Test
  void fails_for_a_branch_that_is_not_there() throws Exception {
    var world = open(options -> options);
    var pod = world.create(pod("true", url(), Map.of("GIT_SYNC_BRANCH", "gone")));

    assertThat(ended(world, pod).getExitCode()).isNotZero();
    assertThat(String.join("\n", world.printed(pod, "git-sync-0", false))).contains("gone");
  }

  @Test
  void says_so_when_the_machine_has_no_git() throws Exception {
    var world = open(options -> options);
    var pod = world.create(pod("true", url(), Map.of("PATH", directory.toString())));

    assertThat(ended(world, pod).getExitCode()).isEqualTo(127);
    assertThat(world.printed(pod, "git-sync-0", false))
        .contains("git is not installed on this machine, so nothing can be fetched: install git.");
  }

  /// The server lets nobody in; what counts is who knocked, and that nobody heard the word.
  @Test
  void is_asked_for_with_credentials_that_nobody_else_sees() throws Exception {
    var knocks = new CopyOnWriteArrayList<String>();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
              .ifPresent(knocks::add);
          exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"code\"");
          exchange.sendResponseHeaders(401, -1);
          exchange.close();
        });
    server.start();
    try {
      var world = open(options -> options);
      var url = "http://127.0.0.1:%d/train.git".formatted(server.getAddress().getPort());
      var pod =
          world.create(
              pod("true", url, Map.of("GIT_SYNC_USERNAME", "ada", "GIT_SYNC_PASSWORD", "s3cr3t")));

      assertThat(ended(world, pod).getExitCode()).isNotZero();
      var secret = Base64.getEncoder().encodeToString("ada:s3cr3t".getBytes(UTF_8));
      assertThat(knocks).contains("Basic " + secret);
      assertThat(String.join("\n", world.printed(pod, "git-sync-0", false)))
          .contains("Authentication failed")
          .doesNotContain("s3cr3t");
    } finally {
      server.stop(0);
    }
  }

  private List<String> files(Map<String, String> wanted) throws IOException {
    var world = World.mounted(directory.resolve("world"));
    this.world = Optional.of(world);
    return world.printedBy(pod("cd /workspace/code; " + SHOW, url(), wanted));
  }

  private World open(UnaryOperator<Options> tune) throws IOException {
    var opened = new World(directory.resolve("world"), tune);
    world = Optional.of(opened);
    return opened;
  }

  private static ContainerStateTerminated ended(World world, Pod pod) {
    return world
        .awaitPhase(pod.getMetadata().getName(), "Failed")
        .getStatus()
        .getInitContainerStatuses()
        .getFirst()
        .getState()
        .getTerminated();
  }

  private String url() {
    return "file://" + repository;
  }

  private static PodBuilder pod(String script, String url, Map<String, String> variables) {
    var fetch =
        new ContainerBuilder()
            .withName("git-sync-0")
            .withImage("registry.k8s.io/git-sync/git-sync:v4.4.0")
            .addToEnv(new EnvVar("GIT_SYNC_REPO", url, null))
            .addToEnv(new EnvVar("GIT_SYNC_ROOT", "/code", null))
            .addToEnv(new EnvVar("GIT_SYNC_ONE_TIME", "true", null))
            .addToVolumeMounts(
                new VolumeMountBuilder().withName("code-sync-0").withMountPath("/code").build());
    variables.forEach((name, value) -> fetch.addToEnv(new EnvVar(name, value, null)));
    return mounting(sh("train", script), emptyDir("code-sync-0"), "/workspace/code")
        .editSpec()
        .withInitContainers(fetch.build())
        .endSpec();
  }

  private void commit(String text) throws Exception {
    Files.writeString(repository.resolve("model.py"), text + "\n");
    git("add", "model.py");
    git("-c", "user.name=ada", "-c", "user.email=ada@example.com", "commit", "--quiet", "-m", text);
  }

  private String git(String... words) throws Exception {
    var command = new ArrayList<>(List.of("git", "-C", repository.toString()));
    command.addAll(List.of(words));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var text = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }
}
