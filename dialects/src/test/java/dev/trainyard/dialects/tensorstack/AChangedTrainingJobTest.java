package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static dev.trainyard.dialects.tensorstack.JobMaker.job;
import static dev.trainyard.dialects.tensorstack.JobMaker.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.DeepSpeedJob;
import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.dialects.Admission;
import dev.trainyard.dialects.Admission.Operation;
import dev.trainyard.dialects.Admission.Question;
import dev.trainyard.dialects.Admission.Verdict;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings.Place;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AChangedTrainingJobTest {

  private static final JobMaker<PyTorchTrainingJob> TORCH =
      job()
          .type("worker", 2)
          .with("/spec/replicaSpecs/0/restartPolicy", "Never")
          .with("/spec/replicaSpecs/0/scalingWeight", "1")
          .with("/spec/tensorboardSpec", "{image: a, trainingLogFilesets: ['t9k://pvc/a/b']}")
          .with("/spec/runMode/pause/resumeSpecs", "[{type: worker, args: [a]}]")
          .queued()
          .torchrun()
          .elastic("{minReplicas: 1, maxReplicas: 4}");

  private static final JobMaker<DeepSpeedJob> DEEP =
      deepSpeed(2).queued().elastic("{minReplicas: 1, maxReplicas: 4}");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/spec/runMode/pause/enable|true",
        "/spec/runMode/pause/enabled|true",
        "/spec/runMode/debug|{enable: true, replicaSpecs: [{type: worker, command: [a]}]}",
        "/spec/runPolicy|{backoffLimit: 7, cleanUpPolicy: All, activeDeadlineSeconds: 5}",
        "/spec/elastic/expectedReplicas|3",
        "/metadata/labels|{a: b}",
        "/metadata/annotations|{a: b}"
      })
  void may_be_paused_debugged_scaled_and_given_other_limits(String pointer, String yaml) {
    assertThat(changes(TORCH, TORCH.with(pointer, yaml))).isEmpty();
    assertThat(changes(TORCH.with(pointer, yaml), TORCH)).isEmpty();
    assertThat(changes(DEEP, DEEP.with(pointer, yaml))).isEmpty();
    assertThat(changes(DEEP.with(pointer, yaml), DEEP)).isEmpty();
  }

  @Test
  void may_have_its_board_put_to_rest() {
    assertThat(changes(TORCH, TORCH.with("/spec/tensorboardSpec/suspend", "true"))).isEmpty();
    assertThat(changes(TORCH, TORCH.with("/spec/tensorboardSpec/runMode", "paused"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/spec/replicaSpecs/0/replicas|3|spec.replicaSpecs[0].replicas",
        "/spec/replicaSpecs/0/type|node|spec.replicaSpecs[0].type",
        "/spec/replicaSpecs/0/restartPolicy|Always|spec.replicaSpecs[0].restartPolicy",
        "/spec/replicaSpecs/0/scalingWeight|2|spec.replicaSpecs[0].scalingWeight",
        "/spec/replicaSpecs/0/template/spec/containers/0/image|b"
            + "|spec.replicaSpecs[0].template.spec.containers[0].image",
        "/spec/replicaSpecs/0/template/metadata/labels/a|b"
            + "|spec.replicaSpecs[0].template.metadata.labels.a",
        "/spec/tensorboardSpec/image|b|spec.tensorboardSpec.image",
        "/spec/runMode/pause/resumeSpecs/0/args|[b]|spec.runMode.pause.resumeSpecs[0].args[0]",
        "/spec/runMode/pause/resumeSpecs|[]|spec.runMode.pause.resumeSpecs",
        "/spec/scheduler/t9kScheduler/queue|b|spec.scheduler.t9kScheduler.queue",
        "/spec/scheduler/t9kScheduler/priority|5|spec.scheduler.t9kScheduler.priority",
        "/spec/elastic/enable|false|spec.elastic.enable",
        "/spec/elastic/minReplicas|2|spec.elastic.minReplicas",
        "/spec/elastic/maxReplicas|5|spec.elastic.maxReplicas",
        "/spec/torchrunConfig/procPerNode|'2'|spec.torchrunConfig.procPerNode",
        "/spec/torchrunConfig/maxRestarts|2|spec.torchrunConfig.maxRestarts"
      })
  void keeps_everything_else(String pointer, String yaml, String path) {
    assertThat(changes(TORCH, TORCH.with(pointer, yaml))).contains(path + ": field is immutable");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/spec/worker/replicas|3|spec.worker.replicas",
        "/spec/worker/restartPolicy|Always|spec.worker.restartPolicy",
        "/spec/config/slotsPerWorker|2|spec.config.slotsPerWorker",
        "/spec/config/run/python|[other.py, --deepspeed]|spec.config.run.python[0]",
        "/spec/config/otherArgs|[a]|spec.config.otherArgs",
        "/spec/disableCustomEnv|true|spec.disableCustomEnv",
        "/spec/elastic/maxReplicas|5|spec.elastic.maxReplicas"
      })
  void keeps_everything_else_of_a_deepspeed_job(String pointer, String yaml, String path) {
    assertThat(changes(DEEP, DEEP.with(pointer, yaml)))
        .containsExactly(path + ": field is immutable");
  }

  @Test
  void is_told_of_every_field_at_once() {
    var after =
        TORCH
            .with("/spec/replicaSpecs/0/replicas", "3")
            .type("ps", 1)
            .with("/spec/elastic/maxReplicas", "5")
            .without("/spec/tensorboardSpec");

    assertThat(changes(TORCH, after))
        .containsExactly(
            "spec.replicaSpecs: field is immutable",
            "spec.tensorboardSpec.image: field is immutable",
            "spec.tensorboardSpec.trainingLogFilesets: field is immutable",
            "spec.elastic.maxReplicas: field is immutable");
  }

  @Test
  void loses_nothing_with_a_mode_that_said_nothing() {
    var plain = job().type("worker", 1);

    assertThat(changes(plain, plain.with("/spec/runMode", "{}"))).isEmpty();
    assertThat(changes(plain.with("/spec/runMode", "{pause: {enable: true}}"), plain)).isEmpty();
    assertThat(changes(plain.with("/spec/runMode", "{debug: {enable: true}}"), plain)).isEmpty();
  }

  @Test
  void is_stopped_at_the_door() {
    assertThat(judge(TORCH, TORCH.with("/spec/elastic/maxReplicas", "5")))
        .isEqualTo(new Verdict.Refused("spec.elastic.maxReplicas: field is immutable", List.of()));
    assertThat(judge(TORCH, TORCH.paused())).isEqualTo(new Verdict.Allowed(List.of()));
    assertThat(judge(DEEP, DEEP.with("/spec/disableCustomEnv", "true")))
        .isEqualTo(new Verdict.Refused("spec.disableCustomEnv: field is immutable", List.of()));
    assertThat(judge(DEEP, DEEP.debugged())).isEqualTo(new Verdict.Allowed(List.of()));
  }

  @Test
  void may_be_corrected_only_where_it_could_not_be_read() {
    var unreadable = TORCH.with("/spec/replicaSpecs/0/replicas", "many");

    assertThat(judge(unreadable, TORCH)).isEqualTo(new Verdict.Allowed(List.of()));
  }

  @Test
  void has_a_door_of_its_own() {
    assertThat(Admission.path(TORCH.dialect().kind()))
        .isEqualTo("/validate-batch-tensorstack-dev-v1beta1-pytorchtrainingjob");
    assertThat(Admission.path(DEEP.dialect().kind()))
        .isEqualTo("/validate-batch-tensorstack-dev-v1beta1-deepspeedjob");
  }

  private static <R> Verdict judge(JobMaker<R> before, JobMaker<R> after) {
    return Admission.judge(
        after.kind(),
        new Question(Operation.UPDATE, after.tree(), Optional.of(before.tree())),
        lookup(Place.CLUSTER));
  }

  private static <R> List<String> changes(JobMaker<R> before, JobMaker<R> after) {
    return after
        .dialect()
        .validate(after.build(), Optional.of(before.build()), lookup(Place.CLUSTER))
        .stream()
        .filter(Problem::fatal)
        .map(Problem::toString)
        .filter(problem -> problem.contains("immutable"))
        .toList();
  }
}
