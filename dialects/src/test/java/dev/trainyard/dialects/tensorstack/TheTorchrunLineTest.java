package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.engine.model.Role.Mode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TheTorchrunLineTest {

  private static final String CONTAINER = "/spec/replicaSpecs/0/template/spec/containers/0";
  private static final String CONFIG = "/spec/torchrunConfig";
  private static final JobMaker<PyTorchTrainingJob> NODES =
      job().type("node", 2).torchrun().with(CONTAINER + "/args", "[train.py, --epochs, '3']");

  record Row(String name, JobMaker<PyTorchTrainingJob> job, String line) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> rows() {
    var usual = "--nnodes 2 --nproc_per_node 1 --rdzv_backend c10d";
    var where = "--rdzv_endpoint j-abcde-node-0:29500 --rdzv_id j-abcde";
    var program = "train.py --epochs 3";
    return Stream.of(
        new Row("what nobody says", NODES, "%s %s --role node %s".formatted(usual, where, program)),
        new Row(
            "the other spelling",
            NODES.with(CONFIG, "{enabled: true}"),
            "%s %s --role node %s".formatted(usual, where, program)),
        new Row(
            "processes and restarts",
            NODES.with(CONFIG + "/procPerNode", "'4'").with(CONFIG + "/maxRestarts", "3"),
            "--nnodes 2 --nproc_per_node 4 --rdzv_backend c10d %s --max_restarts 3 --role node %s"
                .formatted(where, program)),
        new Row(
            "no restarts, in so many words",
            NODES.with(CONFIG + "/maxRestarts", "0"),
            "%s %s --max_restarts 0 --role node %s".formatted(usual, where, program)),
        new Row(
            "processes as a number",
            NODES.with(CONFIG + "/procPerNode", "8"),
            "--nnodes 2 --nproc_per_node 8 --rdzv_backend c10d %s --role node %s"
                .formatted(where, program)),
        new Row(
            "as many processes as GPUs",
            NODES.with(CONFIG + "/procPerNode", "gpu"),
            "--nnodes 2 --nproc_per_node gpu --rdzv_backend c10d %s --role node %s"
                .formatted(where, program)),
        new Row(
            "a store of the user's",
            NODES
                .with(CONFIG + "/rdzvBackend", "etcd")
                .with(CONFIG + "/extraOptions", "[--rdzv_endpoint, 'etcd:2379']"),
            "--nnodes 2 --nproc_per_node 1 --rdzv_backend etcd --rdzv_id j-abcde --role node"
                + " --rdzv_endpoint etcd:2379 "
                + program),
        new Row(
            "options that come later and win",
            NODES.with(CONFIG + "/extraOptions", "[--nproc_per_node, '2']"),
            "%s %s --role node --nproc_per_node 2 %s".formatted(usual, where, program)),
        new Row(
            "a module",
            NODES.with(CONTAINER + "/args", "[-m, pkg.train, --x]"),
            "%s %s --role node -m pkg.train --x".formatted(usual, where)),
        new Row(
            "bounds",
            NODES.elastic("{minReplicas: 1, maxReplicas: 4}"),
            "--nnodes 1:4 --nproc_per_node 1 --rdzv_backend c10d %s --role node %s"
                .formatted(where, program)),
        new Row(
            "bounds that do not move with what is expected",
            NODES.elastic("{minReplicas: 1, maxReplicas: 4, expectedReplicas: 3}"),
            "--nnodes 1:4 --nproc_per_node 1 --rdzv_backend c10d %s --role node %s"
                .formatted(where, program)),
        new Row(
            "bounds that are off",
            NODES.with("/spec/elastic", "{minReplicas: 1, maxReplicas: 4}"),
            "%s %s --role node %s".formatted(usual, where, program)));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void is_as_documented(Row row) {
    var container = row.job().container("node", 1, Mode.NORMAL);

    assertThat(container.getCommand()).containsExactly("torchrun");
    assertThat(container.getArgs()).isEqualTo(List.of(row.line().split(" ")));
  }

  @Test
  void names_the_type_of_each_and_counts_them_all() {
    var args =
        job()
            .type("master", 1)
            .type("worker", 3)
            .torchrun()
            .container("worker", 0, Mode.NORMAL)
            .getArgs();

    assertThat(args).containsSequence("--nnodes", "4");
    assertThat(args).containsSequence("--rdzv_endpoint", "j-abcde-master-0:29500");
    assertThat(args).containsSequence("--role", "worker", "train.py");
  }

  @Test
  void takes_the_place_of_the_templates_command() {
    var job = NODES.with(CONTAINER + "/command", "[python, -u]");

    assertThat(job.container("node", 0, Mode.NORMAL).getCommand()).containsExactly("torchrun");
  }

  @Test
  void is_not_there_while_torchrun_is_off() {
    for (var off : List.of("{enable: false}", "{enabled: false}", "{}", "{procPerNode: '2'}")) {
      var container =
          NODES
              .with(CONFIG, off)
              .with(CONTAINER + "/command", "[python, -u]")
              .container("node", 0, Mode.NORMAL);

      assertThat(container.getCommand()).containsExactly("python", "-u");
      assertThat(container.getArgs()).containsExactly("train.py", "--epochs", "3");
    }
  }
}
