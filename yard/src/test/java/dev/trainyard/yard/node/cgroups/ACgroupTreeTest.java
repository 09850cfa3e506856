package dev.trainyard.yard.node.cgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Against trees of files as both versions of cgroups have them.
class ACgroupTreeTest {

  private static final Bounds MACHINE =
      new Bounds(OptionalLong.empty(), 8000, OptionalLong.of(1L << 34), OptionalLong.of(24_000));

  @TempDir Path machine;

  @Test
  void of_version_1_is_found_by_what_it_bounds() {
    var mounts =
        List.of(
            "24 1 8:1 / / rw - ext4 /dev/vda rw",
            "30 24 0:26 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct",
            "31 24 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory",
            "32 24 0:28 / /sys/fs/cgroup/systemd rw - cgroup cgroup rw,name=systemd",
            "33 24 0:29 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw");
    var groups =
        List.of("2:memory:/session", "1:cpu,cpuacct:/", "3:name=systemd:/", "0::/session.scope");

    assertThat(Hierarchy.all(mounts, groups))
        .extracting(Hierarchy::mount, Hierarchy::own)
        .containsExactly(
            pair("/sys/fs/cgroup/cpu,cpuacct", "/sys/fs/cgroup/cpu,cpuacct"),
            pair("/sys/fs/cgroup/memory", "/sys/fs/cgroup/memory/session"),
            pair("/sys/fs/cgroup/systemd", "/sys/fs/cgroup/systemd"),
            pair("/sys/fs/cgroup/unified", "/sys/fs/cgroup/unified/session.scope"));
  }

  @Test
  void of_a_container_is_found_where_a_part_of_it_is_mounted() {
    var mounts = List.of("30 24 0:26 /docker/abc /sys/fs/cgroup rw - cgroup2 cgroup rw");

    assertThat(Hierarchy.all(mounts, List.of("0::/docker/abc/job")))
        .extracting(Hierarchy::own)
        .containsExactly(Path.of("/sys/fs/cgroup/job"));
    assertThat(Hierarchy.all(mounts, List.of("0::/")))
        .extracting(Hierarchy::own)
        .containsExactly(Path.of("/sys/fs/cgroup"));
  }

  @Test
  void of_version_1_bounds_a_container() throws Exception {
    for (var controller : List.of("cpu", "memory/own", "pids")) {
      Files.createDirectories(machine.resolve(controller));
    }
    Files.createDirectories(machine.resolve("memory/own/ours/uid/main"));
    Files.createFile(machine.resolve("memory/own/ours/uid/main/memory.memsw.limit_in_bytes"));
    var tree =
        Tree.find(
                List.of(version1("cpu", ""), version1("memory", "own"), version1("pids", "")),
                "ours")
            .orElseThrow();

    var groups =
        new Cgroups(tree, MACHINE).prepare(pod(), pod().getSpec().getContainers().getFirst());

    assertThat(groups)
        .containsExactly(
            machine.resolve("cpu/ours/uid/main"),
            machine.resolve("memory/own/ours/uid/main"),
            machine.resolve("pids/ours/uid/main"));
    assertThat(groups.get(0).resolve("cpu.cfs_quota_us")).hasContent("150000");
    assertThat(groups.get(0).resolve("cpu.cfs_period_us")).hasContent("100000");
    assertThat(groups.get(0).resolve("cpu.shares")).hasContent("512");
    assertThat(groups.get(1).resolve("memory.limit_in_bytes")).hasContent("67108864");
    assertThat(groups.get(1).resolve("memory.memsw.limit_in_bytes")).hasContent("67108864");
    assertThat(machine.resolve("memory/own/ours/memory.limit_in_bytes")).hasContent("17179869184");
    assertThat(machine.resolve("cpu/ours/uid/cpu.shares")).hasContent("514");
    assertThat(machine.resolve("pids/ours/uid/pids.max")).hasContent("8000");
    assertThat(machine.resolve("pids/ours/pids.max")).hasContent("24000");
  }

  @Test
  void of_version_2_bounds_a_container_beside_the_group_that_the_node_is_in() throws Exception {
    group("", "cpuset cpu io memory pids", "1\n");
    group("user.slice", "cpu memory pids", "");
    group("user.slice/session.scope", "cpu memory pids", "4711\n");
    Files.createDirectories(machine.resolve("user.slice/ours/uid/main"));
    Files.createFile(machine.resolve("user.slice/ours/uid/main/memory.swap.max"));
    Files.createFile(machine.resolve("user.slice/ours/uid/main/memory.oom.group"));
    var tree = version2("user.slice/session.scope");

    var groups =
        new Cgroups(tree, MACHINE).prepare(pod(), pod().getSpec().getContainers().getFirst());

    var group = machine.resolve("user.slice/ours/uid/main");
    assertThat(groups).containsExactly(group);
    assertThat(group.resolve("cpu.max")).hasContent("150000 100000");
    assertThat(group.resolve("cpu.weight")).hasContent("20");
    assertThat(group.resolve("memory.max")).hasContent("67108864");
    assertThat(group.resolve("memory.swap.max")).hasContent("0");
    assertThat(group.resolve("memory.oom.group")).hasContent("1");
    assertThat(machine.resolve("user.slice/ours/memory.max")).hasContent("17179869184");
    assertThat(machine.resolve("user.slice/ours/uid/pids.max")).hasContent("8000");
    assertThat(machine.resolve("user.slice/ours/cgroup.subtree_control"))
        .hasContent("+cpu +memory +pids");
    assertThat(machine.resolve("user.slice/ours/uid/cgroup.subtree_control"))
        .hasContent("+cpu +memory +pids");
  }

  @Test
  void of_version_2_has_no_place_for_groups_where_every_group_has_processes() throws Exception {
    group("", "cpu memory pids", "1\n");
    Files.createFile(machine.resolve("cgroup.type"));

    assertThat(Tree.find(List.of(new Hierarchy(Set.of(), machine, machine)), "ours")).isEmpty();
  }

  @Test
  void bounds_nothing_that_was_not_asked_for() throws Exception {
    group("", "memory", "");
    var free = new ContainerBuilder().withName("free").build();
    var pod =
        new PodBuilder()
            .withNewMetadata()
            .withUid("uid")
            .endMetadata()
            .withNewSpec()
            .withContainers(free)
            .endSpec()
            .build();

    var group = new Cgroups(version2(""), Bounds.NONE).prepare(pod, free).getFirst();

    assertThat(group).isEmptyDirectory();
    assertThat(Bounds.of(free).limited()).isFalse();
  }

  private Tree version2(String own) throws IOException {
    return Tree.find(List.of(new Hierarchy(Set.of(), machine, machine.resolve(own))), "ours")
        .orElseThrow();
  }

  private Hierarchy version1(String controller, String own) {
    var mount = machine.resolve(controller);
    return new Hierarchy(Set.of(controller), mount, mount.resolve(own));
  }

  private void group(String name, String controllers, String processes) throws IOException {
    var group = Files.createDirectories(machine.resolve(name));
    Files.writeString(group.resolve("cgroup.controllers"), controllers + "\n");
    Files.writeString(group.resolve("cgroup.procs"), processes);
    Files.writeString(group.resolve("cgroup.subtree_control"), "");
    if (!name.isEmpty()) {
      Files.writeString(group.resolve("cgroup.type"), "domain\n");
    }
  }

  private static Pod pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withUid("uid")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("main")
        .withNewResources()
        .addToLimits("cpu", new Quantity("1500m"))
        .addToLimits("memory", new Quantity("64Mi"))
        .addToRequests("cpu", new Quantity("500m"))
        .endResources()
        .endContainer()
        .addNewContainer()
        .withName("idle")
        .withNewResources()
        .addToRequests("cpu", new Quantity("2m"))
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  private static Tuple pair(String mount, String own) {
    return Tuple.tuple(Path.of(mount), Path.of(own));
  }
}
