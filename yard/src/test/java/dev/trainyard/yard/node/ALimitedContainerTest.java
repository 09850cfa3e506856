package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.main;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.yard.node.cgroups.Cgroups;
import dev.trainyard.yard.node.supervisor.ProcessId;
import dev.trainyard.yard.node.supervisor.RunFiles;
import dev.trainyard.yard.node.view.Views;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Needs cgroups in which this user may make others.
class ALimitedContainerTest {

  /// Takes twice the 64 MiB it may have, after a moment of peace.
  private static final String GREEDY = "echo up; while [ ! -e go ]; do sleep 0.02; done; " + grow();

  @TempDir Path directory;
  private World world;
  private boolean open;

  private static String grow() {
    return "dd if=/dev/zero of=/dev/null bs=128M count=1";
  }

  @BeforeEach
  void start() throws IOException {
    var obstacle = Cgroups.obstacle(directory);
    assumeTrue(obstacle.isEmpty(), () -> "no cgroups: " + obstacle.orElseThrow());
    world = new World(directory);
    open = true;
  }

  @AfterEach
  void stop() throws IOException {
    if (open) {
      world.close();
    }
  }

  @Test
  void that_takes_more_memory_than_it_may_is_told_as_OOMKilled() {
    world.create(limited(sh("greedy", "exec " + grow()), Map.of("memory", "64Mi")));

    var ended = main(world.awaitPhase("greedy", "Failed")).getState().getTerminated();
    assertThat(ended.getReason()).isEqualTo("OOMKilled");
    assertThat(ended.getExitCode()).isEqualTo(137);
  }

  @Test
  void is_told_so_too_when_a_child_was_the_victim() {
    world.create(limited(sh("parent", grow() + " & wait $!"), Map.of("memory", "64Mi")));

    var ended = main(world.awaitPhase("parent", "Failed")).getState().getTerminated();
    assertThat(ended.getReason()).isEqualTo("OOMKilled");
  }

  @Test
  void can_neither_leave_its_groups_nor_change_them() throws IOException {
    assumeTrue(Views.obstacle(directory).isEmpty(), "this machine allows no mounts");
    var write =
        """
        for file in $(find /sys/fs/cgroup -name cgroup.procs -o -name '*limit_in_bytes' -o -name \
            memory.max -o -name cpu.max); do
          (echo 0 > $file) 2>/dev/null && echo wrote $file
        done
        echo tried
        """;

    assertThat(world.printedBy(limited(sh("free", write), Map.of("memory", "64Mi"))))
        .containsExactly("tried");
  }

  @Test
  void that_keeps_to_its_limits_is_left_alone() {
    assertThat(
            world.printedBy(
                limited(
                    sh("modest", "dd if=/dev/zero bs=8M count=1 2>/dev/null | wc -c"),
                    Map.of("memory", "64Mi", "cpu", "500m"))))
        .containsExactly("8388608");
  }

  @Test
  void has_its_programs_children_and_visitors_in_groups_of_its_own() throws Exception {
    var pod =
        world.create(
            limited(
                sh("grouped", "(cat /proc/self/cgroup); echo up; exec sleep 600"),
                Map.of("memory", "64Mi", "cpu", "500m")));
    world.awaitPrinted(pod, "up");
    var place = pod.getMetadata().getUid() + "/main";

    assertThat(world.printed(pod)).filteredOn(line -> line.endsWith(place)).isNotEmpty();
    assertThat(world.through(pod, "cat", "/proc/self/cgroup"))
        .filteredOn(line -> line.endsWith(place))
        .hasSameSizeAs(world.printed(pod).stream().filter(line -> line.endsWith(place)).toList());
    assertThat(contents(pod, "cpu.cfs_quota_us", "cpu.max")).startsWith("50000");
    assertThat(contents(pod, "memory.limit_in_bytes", "memory.max")).isEqualTo("67108864");
    assertThat(Long.parseLong(contents(pod, "../pids.max"))).isPositive();
  }

  @Test
  void is_ended_before_its_supervisor_and_the_yard_when_the_machine_has_no_memory_left()
      throws Exception {
    var pod = world.create(sh("first", "cat /proc/self/oom_score_adj; echo up; exec sleep 600"));
    world.awaitPrinted(pod, "up");

    assertThat(world.printed(pod)).startsWith("1000");
    assertThat(world.through(pod, "cat", "/proc/self/oom_score_adj")).containsExactly("1000");
    var supervisor = world.run(pod, 0).supervisor().orElseThrow().pid();
    assertThat(
            Integer.parseInt(
                Files.readString(Path.of("/proc/" + supervisor, "oom_score_adj")).strip()))
        .isNotPositive();
  }

  @Test
  void leaves_no_group_behind() throws Exception {
    var pod = world.create(limited(sh("short", "true"), Map.of("memory", "64Mi")));
    world.awaitPhase("short", "Succeeded");
    var groups = world.run(pod, 0).cgroups();

    assertThat(groups).isNotEmpty();
    await().untilAsserted(() -> assertThat(groups).noneMatch(it -> Files.exists(around(it, 1))));
    world.close();
    open = false;
    assertThat(groups).noneMatch(it -> Files.exists(around(it, 2)));
  }

  private static Path around(Path group, int levels) {
    return group.resolve("../".repeat(levels)).normalize();
  }

  @Test
  void takes_along_whoever_fled_from_it() throws Exception {
    var pod =
        world.create(
            sh(
                "host",
                "env -i setsid sh -c 'echo $$$$ > fled; exec sleep 600' & until [ -s fled ]; do"
                    + " sleep 0.02; done; cat fled"));
    world.awaitPhase("host", "Succeeded");

    var fled = Long.parseLong(world.printed(pod).getFirst());
    await().until(() -> ProcessId.find(fled).filter(ProcessId::alive).isEmpty());
  }

  @Test
  void is_still_limited_when_the_node_dies_and_comes_back() throws Exception {
    var pod = world.create(limited(sh("survivor", GREEDY), Map.of("memory", "64Mi")));
    world.awaitPrinted(pod, "up");

    world.nodeDies();
    world.nodeComesBack();
    world.touch(pod, "go");

    var ended = main(world.awaitPhase("survivor", "Failed")).getState().getTerminated();
    assertThat(ended.getReason()).isEqualTo("OOMKilled");
  }

  @Test
  void whose_pod_is_forgotten_while_no_node_looks_is_cleared_away() throws Exception {
    var pod = world.create(limited(sh("lost", "echo up; exec sleep 600"), Map.of("cpu", "1")));
    world.awaitPrinted(pod, "up");
    var run = world.run(pod, 0);
    var groups = run.cgroups();
    world.nodeDies();
    for (var process : List.of(run.supervisor().orElseThrow(), started(run))) {
      process.kill();
      await().until(() -> !process.alive());
    }
    world.client.resource(pod).withGracePeriod(0).delete();
    RunsOnDisk.deleteRecursively(new PodFiles(world.home).pod(pod.getMetadata().getUid()));

    world.nodeComesBack();

    assertThat(groups).isNotEmpty().noneMatch(it -> Files.exists(it.getParent()));
  }

  @Test
  void is_told_where_nobody_keeps_its_limits() throws Exception {
    world.close();
    world = new World(directory.resolve("other"), options -> options.withLimiting(Limiting.NEVER));
    var pod = world.create(limited(sh("free", "true"), Map.of("memory", "64Mi")));
    world.awaitPhase("free", "Succeeded");

    assertThat(world.notices).contains("Limits of CPU and memory are not kept: as asked.");
    world.awaitEvent(
        pod,
        "LimitsNotKept",
        "The limits of container main are not kept on this machine: as asked.");
  }

  private static ProcessId started(RunFiles run) throws IOException {
    return run.started().orElseThrow().process();
  }

  private String contents(Pod pod, String... files) throws IOException {
    return Files.readString(
            world.run(pod, 0).cgroups().stream()
                .flatMap(group -> Stream.of(files).map(group::resolve))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow())
        .strip();
  }

  private static PodBuilder limited(PodBuilder pod, Map<String, String> limits) {
    var container = pod.editSpec().editContainer(0).withNewResources();
    limits.forEach((name, amount) -> container.addToLimits(name, new Quantity(amount)));
    return container.endResources().endContainer().endSpec();
  }
}
