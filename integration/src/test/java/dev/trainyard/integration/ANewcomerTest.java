package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Somebody who knows `kubectl` and has never heard of Trainyard. What they see is one file for all
/// clusters; `-Dtranscript.write=true` writes it anew.
@OnACluster
@Tag("needs-kubectl")
class ANewcomerTest {

  private static final Path EXPECTED = Path.of("src/test/resources/newcomer.txt");

  @Test
  void sees_the_same_on_every_cluster(Site site, Team team, @TempDir Path desk) throws IOException {
    var kubectl = new Kubectl(site.cluster().kubeconfig(), team.namespace(), desk);
    var transcript = new Transcript(kubectl, team.namespace());
    var file = desk.resolve("demo.yaml");

    transcript.type("kubectl get pytorchjobs");
    transcript.type("kubectl explain pytorchjob.spec.elasticPolicy.rdzvBackend");
    write(team, file, 1);
    transcript.type("kubectl apply -f demo.yaml");
    team.waitForPhase("demo", "Running");
    team.waitUntil("it is told", () -> team.activeWorkers("demo") == 1);
    transcript.type("kubectl get pytorchjobs");
    transcript.type("kubectl get pytorchjob demo -o name");
    transcript.type("kubectl describe pytorchjob demo --show-events=false");
    transcript.type("kubectl get pods");
    transcript.type("kubectl get pods -o wide --no-headers");
    transcript.type("kubectl get services");
    transcript.type("kubectl get pods -l training.kubeflow.org/replica-type=worker");
    transcript.type("kubectl get pytorchjob demo -o jsonpath={.status.replicaStatuses.Worker}");
    transcript.type("kubectl apply -f demo.yaml");
    transcript.type("kubectl label pytorchjob demo team=vision");
    transcript.type("kubectl annotate pytorchjob demo why=demo");
    transcript.type("kubectl get pytorchjobs --show-labels");
    write(team, file, 2);
    transcript.type("kubectl apply -f demo.yaml");
    team.waitUntil("all run", () -> team.running("demo") == 3);
    transcript.type("kubectl get pods");
    transcript.type("kubectl scale pytorchjob demo --replicas=1");
    team.waitUntil("one is gone", () -> team.pods("demo").size() == 2);
    transcript.type(
        "kubectl patch pytorchjob demo --type=merge -p"
            + " {\"spec\":{\"runPolicy\":{\"cleanPodPolicy\":\"None\"}}}");
    transcript.type(
        "kubectl patch pod demo-worker-0 -p {\"metadata\":{\"labels\":{\"seen\":\"yes\"}}}");
    transcript.type("kubectl logs demo-master-0");
    transcript.type("kubectl exec demo-worker-0 -- printenv RANK");
    team.end("demo-worker-0", 0);
    team.end("demo-master-0", 0);
    transcript.type("kubectl logs -f demo-master-0");
    transcript.type("kubectl wait pytorchjob demo --for=condition=Succeeded --timeout=60s");
    transcript.type("kubectl get pods");
    transcript.type("kubectl get pytorchjobs");
    transcript.type("kubectl create configmap settings --from-literal=epochs=3");
    transcript.type("kubectl get configmap settings -o jsonpath={.data}");
    transcript.type(
        "kubectl create -f -",
        """
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata: {name: typo}
        spec: {pytorchReplicaSpecs: {Master: {replica: 1}}}
        """);
    transcript.type("kubectl get pytorchjob nobody");
    transcript.type("kubectl delete pytorchjob demo --wait=true");
    team.waitUntil("nothing is left", () -> team.pods("demo").isEmpty());
    transcript.type("kubectl get pods");

    if (Boolean.getBoolean("transcript.write")) {
      Files.writeString(EXPECTED, transcript.text());
    }
    assertThat(transcript.text()).isEqualTo(Files.readString(EXPECTED));
  }

  @Test
  void watches_a_job_until_it_is_over(Site site, Team team, @TempDir Path desk) throws IOException {
    var kubectl = new Kubectl(site.cluster().kubeconfig(), team.namespace(), desk);
    team.submit(team.pyTorchJob("seen", 1));

    var seen = new ArrayList<String>();
    do {
      watchUntilOver(kubectl, team, seen);
    } while (seen.getLast().matches("Failure +Expired .*"));

    assertThat(seen)
        .anyMatch(line -> line.matches("NAME +STATE +AGE"))
        .anyMatch(line -> line.matches("seen +Running +\\d+s"))
        .last()
        .asString()
        .matches("seen +Succeeded +\\d+s");
  }

  /**
   * An API server that has just learned a kind may forget what it listed a moment ago and call the
   * watch that follows too old: whoever watches types the command again.
   */
  private static void watchUntilOver(Kubectl kubectl, Team team, List<String> seen)
      throws IOException {
    var watch = kubectl.start(List.of("get", "pytorchjobs", "--watch"));
    try (var lines = watch.inputReader()) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        var ranBefore = seen.stream().anyMatch(earlier -> earlier.contains("Running"));
        seen.add(line);
        if (line.contains("Running") && !ranBefore) {
          team.end("seen-master-0", 0);
        }
        if (line.contains("Succeeded")) {
          return;
        }
      }
    } finally {
      watch.destroy();
    }
  }

  private static void write(Team team, Path file, int workers) throws IOException {
    var program = team.waitingProgram().replace("\"", "\\\"");
    Files.writeString(
        file,
        """
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata:
          name: demo
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
                    command: [sh, -c, "echo loss 0.5; echo loss 0.25; %s"]
                    env: [{name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
            Worker:
              replicas: %d
              restartPolicy: OnFailure
              template:
                spec:
                  containers:
                  - name: pytorch
                    image: train:1
                    command: [sh, -c, "%s"]
                    env: [{name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
        """
            .formatted(program, workers, program));
  }
}
