package dev.trainyard.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.apiserver.WriteCounts.Write;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class APyTorchJobOnTheYardTest {

  @TempDir Path home;
  private Depot depot;

  @BeforeEach
  void open() {
    depot = Depot.open(home);
  }

  @AfterEach
  void close() {
    depot.close();
  }

  @Test
  void gets_its_services_and_pods_runs_and_succeeds() {
    depot.submit(job("mnist", 2));
    depot.until("the job runs", () -> depot.condition("mnist", "Running").equals("True"));

    assertThat(depot.services())
        .containsExactly("mnist-master-0", "mnist-worker-0", "mnist-worker-1");
    assertThat(depot.pods()).containsExactly("mnist-master-0", "mnist-worker-0", "mnist-worker-1");

    depot.kubelet().exits("mnist-worker-0", 0);
    depot.kubelet().exits("mnist-worker-1", 0);
    depot.kubelet().exits("mnist-master-0", 0);

    depot.until("the job succeeds", () -> depot.condition("mnist", "Succeeded").equals("True"));
    assertThat(depot.condition("mnist", "Running")).isEqualTo("False");
    assertThat(depot.writes())
        .containsEntry(new Write("create", "services"), 3L)
        .containsEntry(new Write("create", "pods"), 3L)
        .doesNotContainKey(new Write("patch", "pytorchjobs"))
        .hasEntrySatisfying(
            new Write("update", "pytorchjobs/status"),
            count -> assertThat(count).isLessThanOrEqualTo(6));
  }

  private static GenericKubernetesResource job(String name, int workers) {
    return new KubernetesSerialization()
        .unmarshal(
            """
            apiVersion: kubeflow.org/v1
            kind: PyTorchJob
            metadata:
              name: %s
              namespace: default
            spec:
              pytorchReplicaSpecs:
                Master:
                  replicas: 1
                  restartPolicy: OnFailure
                  template:
                    spec:
                      containers:
                        - name: pytorch
                          image: train:1
                Worker:
                  replicas: %d
                  restartPolicy: OnFailure
                  template:
                    spec:
                      containers:
                        - name: pytorch
                          image: train:1
            """
                .formatted(name, workers),
            GenericKubernetesResource.class);
  }
}
