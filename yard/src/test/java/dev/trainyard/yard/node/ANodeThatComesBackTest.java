package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.main;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.trainyard.yard.node.supervisor.ProcessGroup;
import dev.trainyard.yard.node.supervisor.ProcessId;
import dev.trainyard.yard.node.supervisor.RunSpec;
import dev.trainyard.yard.node.supervisor.RunSpec.LogLimits;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ANodeThatComesBackTest {

  private static final String UNTIL_GO = "echo up; while [ ! -e go ]; do sleep 0.02; done; ";

  @TempDir Path directory;
  @AutoClose private World world;

  @BeforeEach
  void start() throws IOException {
    world = new World(directory);
  }

  @Test
  void goes_on_with_the_processes_it_left() throws Exception {
    var pod = world.create(sh("mnist", UNTIL_GO + "echo done"));
    world.awaitPhase("mnist", "Running");
    var process = world.run(pod, 0).started().orElseThrow().process();
    var writes = world.statusWrites();

    world.nodeDies();
    assertThat(process.alive()).isTrue();
    world.nodeComesBack();
    world.touch(pod, "go");

    var succeeded = world.awaitPhase("mnist", "Succeeded");
    assertThat(main(succeeded).getRestartCount()).isZero();
    assertThat(world.printed(succeeded)).containsExactly("up", "done");
    assertThat(world.statusWrites()).isEqualTo(writes + 1);
  }

  @Test
  void learns_of_an_exit_that_happened_meanwhile() throws Exception {
    var pod = world.create(sh("mnist", UNTIL_GO + "exit 6"));
    world.awaitPhase("mnist", "Running");
    world.nodeDies();
    world.touch(pod, "go");
    await().until(() -> Files.exists(world.run(pod, 0).exit()));

    world.nodeComesBack();

    var failed = world.awaitPhase("mnist", "Failed");
    assertThat(main(failed).getState().getTerminated().getExitCode()).isEqualTo(6);
  }

  @Test
  void goes_on_counting_restarts_where_it_stopped() throws Exception {
    var flaky =
        sh("flaky", "n=$(cat n || echo 0); echo $((n+1)) > n; [ $n -lt 1 ] && exit 1; " + UNTIL_GO);
    var pod = world.create(flaky.editSpec().withRestartPolicy("OnFailure").endSpec());
    world.awaitPod(
        "flaky", p -> p.getStatus().getPhase().equals("Running") && main(p).getRestartCount() == 1);

    world.nodeDies();
    world.nodeComesBack();
    world.touch(pod, "go");

    assertThat(main(world.awaitPhase("flaky", "Succeeded")).getRestartCount()).isEqualTo(1);
  }

  @Test
  void ends_what_was_deleted_while_it_was_away() throws Exception {
    var pod = world.create(sh("mnist", UNTIL_GO));
    world.awaitPhase("mnist", "Running");
    var group = group(pod);
    world.nodeDies();
    world.client.resource(pod).withGracePeriod(0).delete();
    assertThat(group.members()).isNotEmpty();

    world.nodeComesBack();

    await().untilAsserted(() -> assertThat(world.home.resolve("pods")).isEmptyDirectory());
    assertThat(group.members()).isEmpty();
    assertThat(world.printed(pod)).contains("up");
  }

  @Test
  void buries_a_container_whose_supervisor_was_killed() throws Exception {
    var pod = world.create(sh("mnist", UNTIL_GO));
    world.awaitPhase("mnist", "Running");
    var group = group(pod);

    world.run(pod, 0).supervisor().orElseThrow().kill();

    var terminated = main(world.awaitPhase("mnist", "Failed")).getState().getTerminated();
    assertThat(terminated.getExitCode()).isEqualTo(137);
    assertThat(terminated.getReason()).isEqualTo("Error");
    assertThat(terminated.getMessage()).contains("supervisor was killed");
    assertThat(group.members()).isEmpty();
  }

  @Test
  void begins_anew_what_was_prepared_but_never_begun() throws Exception {
    world.nodeDies();
    var pod = world.create(sh("mnist", "echo run"));
    var run = world.run(pod, 0);
    Files.createDirectories(run.directory());
    new RunSpec(
            List.of(),
            List.of("echo", "stale"),
            Map.of(),
            directory,
            Duration.ZERO,
            LogLimits.DEFAULT)
        .write(run.spec());

    world.nodeComesBack();

    var succeeded = world.awaitPhase("mnist", "Succeeded");
    assertThat(main(succeeded).getRestartCount()).isZero();
    assertThat(world.printed(succeeded)).containsExactly("run");
  }

  @Test
  void tells_a_reboot_from_a_process_that_has_the_same_number() throws Exception {
    world.nodeDies();
    var pod = world.create(sh("mnist", "echo run"));
    var run = world.run(pod, 0);
    Files.createDirectories(run.directory());
    var self = ProcessId.self();
    var before = new ProcessId(self.pid(), self.startTicks(), "an-earlier-boot").word();
    Files.writeString(run.directory().resolve("supervisor"), before);
    Files.writeString(run.directory().resolve("started"), before + " 2026-01-01T00:00:00Z");

    world.nodeComesBack();

    var terminated = main(world.awaitPhase("mnist", "Failed")).getState().getTerminated();
    assertThat(terminated.getExitCode()).isEqualTo(137);
    assertThat(terminated.getMessage())
        .isEqualTo("The machine was restarted while the container ran.");
  }

  @Test
  void keeps_a_second_node_out_of_its_home() {
    assertThatThrownBy(() -> ProcessNode.start(world.client, Options.of("other", world.home)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Another node is using " + world.home);
  }

  @Test
  void ends_everything_when_told_to() throws Exception {
    var pod = world.create(sh("mnist", UNTIL_GO));
    world.awaitPhase("mnist", "Running");
    var group = group(pod);

    world.node().stopAll();

    assertThat(group.members()).isEmpty();
    assertThat(world.runs(pod).exit(0).orElseThrow().exitCode()).isEqualTo(143);
  }

  private ProcessGroup group(Pod pod) throws IOException {
    var files = world.run(pod, 0);
    return new ProcessGroup(
        Optional.of(files.started().orElseThrow().process()),
        Optional.of(files.directory().toString()),
        List.of());
  }
}
