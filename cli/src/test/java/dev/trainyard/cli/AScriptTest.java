package dev.trainyard.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AScriptTest {

  @TempDir private Path root;
  private Session session;

  @BeforeEach
  void write_the_script() throws IOException {
    session = new Session(root);
    session.file("train_it.py", "print()");
  }

  @Test
  void of_several_processes_on_one_node_is_a_master() {
    var printed = session.type("run", "--nproc", "4", "--print", "train_it.py", "--lr", "0.1");

    assertThat(printed.status()).isZero();
    assertThat(String.join("\n", printed.out()))
        .isEqualTo(
            """
            apiVersion: kubeflow.org/v1
            kind: PyTorchJob
            metadata:
              name: train-it
            spec:
              runPolicy: {}
              nprocPerNode: "4"
              pytorchReplicaSpecs:
                Master:
                  replicas: 1
                  restartPolicy: Never
                  template:
                    metadata:
                      annotations:
                        trainyard.dev/working-dir: %s
                    spec:
                      containers:
                      - name: pytorch
                        image: local
                        command:
                        - torchrun
                        - train_it.py
                        - --lr
                        - "0.1\"\
            """
                .formatted(session.directory()));
  }

  @Test
  void of_several_nodes_is_a_master_and_workers() {
    var printed = session.type("run", "--nodes", "3", "--name", "big", "--print", "train_it.py");

    assertThat(printed.out())
        .contains("  name: big")
        .containsSubsequence(
            "    Master:", "      replicas: 1", "    Worker:", "      replicas: 2");
  }

  @Test
  void that_is_elastic_has_only_workers() {
    var printed = session.type("run", "--elastic", "1:4", "--print", "-m", "pkg.train", "x");

    assertThat(printed.out())
        .contains("  name: pkg-train", "    minReplicas: 1", "    maxReplicas: 4")
        .contains("      replicas: 4")
        .doesNotContain("    Master:");
  }

  @Test
  void that_is_not_there_or_makes_no_sense_is_refused_in_one_line() {
    assertThat(session.type("run", "absent.py").err())
        .containsExactly("There is no script absent.py in %s.".formatted(session.directory()));
    assertThat(session.type("run", "--elastic", "4:1", "train_it.py").err())
        .containsExactly("--elastic: \"4:1\" is not a range such as 1:4.");
    assertThat(session.type("run", "--nproc", "0", "train_it.py").err())
        .containsExactly("--nproc: 0 is not between 1 and 1000.");
    assertThat(session.type("run", "absent.py").status()).isEqualTo(2);
  }
}
