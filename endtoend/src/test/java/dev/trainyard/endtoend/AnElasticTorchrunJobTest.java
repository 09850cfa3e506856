package dev.trainyard.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real `torchrun`, real gloo, real kills: what is learned survives whoever comes and goes.
@Tag("needs-torch")
class AnElasticTorchrunJobTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern LOSS = Pattern.compile("step +\\d+ +loss (\\d+\\.\\d+)");

  @TempDir private Path home = Path.of("");

  private final String word = "marker-" + UUID.randomUUID();
  private Path checkpoints = Path.of("");
  private Path held = Path.of("");

  @BeforeEach
  void makePlace() throws IOException {
    checkpoints = Files.createDirectory(home.resolve("checkpoints"));
    held = Files.createDirectory(home.resolve("held"));
  }

  @AfterEach
  void leaveNothingBehind() {
    new Terminal(home).run("down", "--force");
    await("every process to end").atMost(PATIENCE).until(() -> processes("").isEmpty());
  }

  @Test
  void goes_on_from_its_checkpoint_when_workers_die_return_come_and_go() throws IOException {
    var terminal = new Terminal(home);
    assertThat(terminal.run("up", "--detach").status()).isZero();
    var training = terminal.start("run", manifest().toString());
    Progress.awaited(training, 0, 3);

    // One is killed, and two go on without it.
    var worker = "pytorch-resume-worker-2";
    Files.createFile(held.resolve(worker));
    int killed = training.output().length();
    processes(worker).forEach(ProcessHandle::destroyForcibly);
    int afterKill = Progress.awaited(training, killed, 2);

    // It returns, in the same pod.
    int returning = training.output().length();
    Files.delete(held.resolve(worker));
    int afterReturn = Progress.awaited(training, returning, 3);

    // By kubectl's means and by ours.
    int growing = training.output().length();
    scaleAsKubectlDoes(4);
    int afterGrowth = Progress.awaited(training, growing, 4);
    int shrinking = training.output().length();
    assertThat(terminal.run("scale", "pytorch-resume", "--replicas", "2").status()).isZero();
    int afterShrinking = Progress.awaited(training, shrinking, 2);

    Files.createFile(checkpoints.resolve("stop"));
    await("the job to end").atMost(PATIENCE).until(training::ended);
    var output = training.outcome().output();
    assertThat(training.outcome().status()).as(output).isZero();
    assertThat(output).contains("finished after step").contains("Succeeded");
    assertThat(List.of(afterKill, afterReturn, afterGrowth, afterShrinking))
        .as("steps that were gone on from: %s", output)
        .allMatch(step -> step > 0)
        .isSorted();
    var losses =
        LOSS.matcher(output).results().map(match -> Double.parseDouble(match.group(1))).toList();
    assertThat(losses.getLast()).isLessThan(losses.getFirst() / 2);
    assertThat(checkpoints.resolve("model.pt")).exists();
  }

  /// The example, with no end of its own, and with a way to keep a worker from coming back.
  private Path manifest() throws IOException {
    var example = Files.readString(Path.of("../examples/pytorch-resume.yaml"));
    var edited =
        example
            .replace("/tmp/pytorch-resume", checkpoints.toString())
            .replace(
                "- {name: STEPS, value: \"1000\"}",
                "- {name: STEPS, value: \"1000000\"}\n            - {name: WORD, value: %s}"
                    .formatted(word))
            .replace(
                "[torchrun, examples/pytorch_resume.py]",
                "[sh, -c, 'while [ -e %s/$HOSTNAME ]; do sleep 0.1; done;".formatted(held)
                    + " exec torchrun examples/pytorch_resume.py']");
    assertThat(edited).contains(word, held.toString(), checkpoints.toString());
    return Files.writeString(home.resolve("job.yaml"), edited);
  }

  private void scaleAsKubectlDoes(int replicas) throws IOException {
    var kubeconfig = Files.readString(home.resolve("yard").resolve("kubeconfig"));
    try (var client =
        new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig)).build()) {
      client
          .genericKubernetesResources(
              new ResourceDefinitionContext.Builder()
                  .withGroup("kubeflow.org")
                  .withVersion("v1")
                  .withKind("PyTorchJob")
                  .withPlural("pytorchjobs")
                  .withNamespaced(true)
                  .build())
          .inNamespace("default")
          .withName("pytorch-resume")
          .scale(replicas);
    }
  }

  /// What runs in that pod; without one, in any.
  private List<ProcessHandle> processes(String pod) {
    Predicate<ProcessHandle> ours = process -> environment(process).contains("WORD=" + word + "\0");
    Predicate<ProcessHandle> inPod =
        process -> environment(process).contains("HOSTNAME=%s".formatted(pod));
    return ProcessHandle.allProcesses().filter(ours.and(inPod)).toList();
  }

  private static String environment(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/%d/environ".formatted(process.pid())));
    } catch (IOException _) {
      return "";
    }
  }
}
