package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static dev.trainyard.dialects.kubeflow.JobMaker.parsed;
import static dev.trainyard.dialects.kubeflow.StateMaker.accepted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.kubeflow.ReplicaSpec;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Wish;
import dev.trainyard.engine.model.Remembered;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TheLeversOfAPyTorchJobTest {

  private static final PyTorchJobDialect DIALECT = new PyTorchJobDialect();
  private static final JobMaker DEMO = job("demo").master().workers(3);
  private static final JobMaker PAUSED = DEMO.with("/spec/runPolicy/suspend", "true");
  private static final JobMaker FLEX =
      job("flex").workers(3).elastic("{minReplicas: 2, maxReplicas: 4}");

  record Changed(String name, JobMaker job, Wish wish, String patch, String what) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Changed> changes() {
    return Stream.of(
        new Changed(
            "a pause", DEMO, new Wish.Pause(), "{spec: {runPolicy: {suspend: true}}}", "paused"),
        new Changed(
            "a resume",
            PAUSED,
            new Wish.Resume(),
            "{spec: {runPolicy: {suspend: false}}}",
            "resumed"),
        new Changed(
            "more workers",
            DEMO,
            workers(5),
            "{spec: {pytorchReplicaSpecs: {Worker: {replicas: 5}}}}",
            "workers 3 → 5"),
        new Changed(
            "workers by another spelling of their role",
            job("demo")
                .master()
                .with(
                    "/spec/pytorchReplicaSpecs/worker/template/spec/containers",
                    "[{name: pytorch, image: example/train:1}]"),
            new Wish.Scale(Optional.of("WORKER"), 2),
            "{spec: {pytorchReplicaSpecs: {worker: {replicas: 2}}}}",
            "workers 1 → 2"),
        new Changed(
            "as many workers as the bounds allow",
            FLEX,
            workers(4),
            "{spec: {pytorchReplicaSpecs: {Worker: {replicas: 4}}}}",
            "workers 3 → 4"),
        new Changed(
            "a restart",
            DEMO,
            new Wish.Restart(),
            "{metadata: {annotations: {trainyard.dev/restart: '2'}}}",
            "attempt 2 asked for"));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void change_what_the_kind_documents_for_it(Changed row) {
    assertThat(DIALECT.answer(row.job().build(), row.wish()))
        .isInstanceOfSatisfying(
            Answer.Change.class,
            change -> {
              assertThat(change.patch()).isEqualTo(parsed(row.patch()));
              assertThat(change.what()).isEqualTo(row.what());
              assertThat(change.then()).isNotEmpty();
            });
  }

  record Refused(String name, JobMaker job, Wish wish, String why) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Refused> refusals() {
    return Stream.of(
        new Refused(
            "a second master",
            DEMO,
            new Wish.Scale(Optional.of("master"), 2),
            "a PyTorchJob has exactly one Master; its Workers can be scaled"),
        new Refused(
            "a role that is not there",
            DEMO,
            new Wish.Scale(Optional.of("Wroker"), 2),
            "\"Wroker\" is not one of its roles, which are Master, Worker; did you mean Worker?"),
        new Refused(
            "no workers at all",
            DEMO,
            workers(0),
            "a PyTorchJob has 1 to 10000 workers, and 0 is not among them"),
        new Refused(
            "fewer than none",
            DEMO,
            workers(-1),
            "a PyTorchJob has 1 to 10000 workers, and -1 is not among them"),
        new Refused(
            "more than the bounds allow",
            FLEX,
            workers(7),
            "7 is outside of spec.elasticPolicy, which allows 2 to 4 workers; change its bounds"
                + " first"),
        new Refused(
            "a restart of what does not run",
            PAUSED,
            new Wish.Restart(),
            "it is paused and has no replicas to restart"),
        new Refused(
            "debugging",
            DEMO,
            new Wish.Debug(),
            "a PyTorchJob has no debug mode: its command is all it runs"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void refuse_with_what_would_be_granted(Refused row) {
    assertThat(DIALECT.answer(row.job().build(), row.wish()))
        .isEqualTo(new Answer.Refused(row.why()));
  }

  @Test
  void leave_alone_what_is_so_already() {
    assertThat(DIALECT.answer(PAUSED.build(), new Wish.Pause()))
        .isEqualTo(new Answer.Already("already paused"));
    assertThat(DIALECT.answer(DEMO.build(), new Wish.Resume()))
        .isEqualTo(new Answer.Already("not paused"));
    assertThat(DIALECT.answer(DEMO.build(), workers(3)))
        .isEqualTo(new Answer.Already("already 3 workers"));
    var asked = DEMO.annotated("trainyard.dev/restart", "2").build();
    assertThat(DIALECT.answer(asked, new Wish.Restart()))
        .isEqualTo(new Answer.Already("attempt 2 is asked for already"));
  }

  @Test
  void ask_for_the_attempt_after_the_one_that_is_remembered() {
    var asked = DEMO.annotated("trainyard.dev/restart", "2").build();
    var restarted =
        StateMaker.stored(
            asked, accepted().remembering(Remembered.nothing().startedAgain(4)).build());

    assertThat(DIALECT.answer(restarted, new Wish.Restart()))
        .isInstanceOfSatisfying(
            Answer.Change.class,
            change -> assertThat(change.what()).isEqualTo("attempt 5 asked for"));
  }

  @Test
  void reach_as_far_as_an_elastic_job_may_grow() {
    var largest = DIALECT.largest(FLEX.build());

    assertThat(largest.spec().pytorchReplicaSpecs().values())
        .extracting(ReplicaSpec::replicas)
        .containsExactly(4);
    assertThat(DIALECT.largest(DEMO.build())).isEqualTo(DEMO.build());
  }

  private static Wish workers(int replicas) {
    return new Wish.Scale(Optional.empty(), replicas);
  }
}
