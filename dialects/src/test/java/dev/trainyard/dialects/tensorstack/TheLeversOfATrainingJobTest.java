package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static dev.trainyard.dialects.tensorstack.JobMaker.job;
import static dev.trainyard.dialects.tensorstack.JobMaker.parsed;
import static dev.trainyard.dialects.tensorstack.StateMaker.accepted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Wish;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TheLeversOfATrainingJobTest {

  private static final String DEBUG = "/spec/runMode/debug";
  private static final String PAUSE = "/spec/runMode/pause";
  private static final JobMaker<PyTorchTrainingJob> DEMO =
      job().type("master", 1).type("worker", 2);
  private static final JobMaker<PyTorchTrainingJob> FLEX =
      DEMO.torchrun().elastic("{minReplicas: 2, maxReplicas: 6}");

  record Changed(String name, JobMaker<?> job, Wish wish, String patch, String what, String then) {
    @Override
    public String toString() {
      return name;
    }

    Answer answer() {
      return TheLeversOfATrainingJobTest.answer(job, wish);
    }
  }

  static Stream<Changed> changes() {
    var pausing = "Its pods end now; what they have not saved is lost.";
    var resuming = "All replicas start again, as spec.runMode.pause.resumeSpecs says.";
    return Stream.of(
        new Changed(
            "a pause",
            DEMO,
            new Wish.Pause(),
            "{spec: {runMode: {pause: {enable: true}}}}",
            "paused",
            pausing),
        new Changed(
            "a pause in the spelling that is there",
            DEMO.with(PAUSE, "{enabled: false}"),
            new Wish.Pause(),
            "{spec: {runMode: {pause: {enabled: true}}}}",
            "paused",
            pausing),
        new Changed(
            "a pause in both spellings",
            DEMO.with(PAUSE, "{enable: false, enabled: false}"),
            new Wish.Pause(),
            "{spec: {runMode: {pause: {enable: true, enabled: true}}}}",
            "paused",
            pausing),
        new Changed(
            "a resume",
            deepSpeed(1).paused(),
            new Wish.Resume(),
            "{spec: {runMode: {pause: {enable: false}}}}",
            "resumed",
            resuming),
        new Changed(
            "a resume in the spelling that is there",
            DEMO.with(PAUSE, "{enabled: true}"),
            new Wish.Resume(),
            "{spec: {runMode: {pause: {enabled: false}}}}",
            "resumed",
            resuming),
        new Changed(
            "a resume into debugging",
            DEMO.paused().debugged(),
            new Wish.Resume(),
            "{spec: {runMode: {pause: {enable: false}}}}",
            "resumed",
            "Its pods start again, for debugging."),
        new Changed(
            "the end of debugging",
            DEMO.with(DEBUG, "{enabled: true}"),
            new Wish.Resume(),
            "{spec: {runMode: {debug: {enabled: false}}}}",
            "back to training",
            "Its pods end now, and the training starts in new ones."),
        new Changed(
            "debugging",
            DEMO,
            new Wish.Debug(),
            "{spec: {runMode: {debug: {enable: true}}}}",
            "being debugged",
            "Its pods end now; new ones run the debug command in their place. `resume` brings the"
                + " training back."),
        new Changed(
            "debugging in the spelling that is there",
            deepSpeed(1).with(DEBUG, "{enabled: false}"),
            new Wish.Debug(),
            "{spec: {runMode: {debug: {enabled: true}}}}",
            "being debugged",
            "Its pods end now; new ones run the debug command in their place. `resume` brings the"
                + " training back."),
        new Changed(
            "debugging of a paused job",
            DEMO.paused(),
            new Wish.Debug(),
            "{spec: {runMode: {debug: {enable: true}}}}",
            "being debugged",
            "It is paused: its pods start for debugging when it is resumed."),
        new Changed(
            "more replicas",
            FLEX,
            replicas(5),
            "{spec: {elastic: {expectedReplicas: 5}}}",
            "replicas 3 → 5",
            "worker-2 to worker-3: to be started."),
        new Changed(
            "fewer replicas",
            FLEX.with("/spec/elastic/expectedReplicas", "4"),
            replicas(3),
            "{spec: {elastic: {expectedReplicas: 3}}}",
            "replicas 4 → 3",
            "worker-2: to be ended, the highest first."),
        new Changed(
            "more workers by their name",
            deepSpeed(2).elastic("{maxReplicas: 4}"),
            new Wish.Scale(Optional.of("worker"), 4),
            "{spec: {elastic: {expectedReplicas: 4}}}",
            "replicas 2 → 4",
            "worker-2 to worker-3: to be started."),
        new Changed(
            "more replicas of a paused job",
            FLEX.paused(),
            replicas(5),
            "{spec: {elastic: {expectedReplicas: 5}}}",
            "replicas 3 → 5",
            "It is paused: the number counts when it is resumed."),
        new Changed(
            "a restart",
            DEMO,
            new Wish.Restart(),
            "{metadata: {annotations: {trainyard.dev/restart: '2'}}}",
            "attempt 2 asked for",
            "Every replica ends, and all start again once the last is gone. It counts as no"
                + " failure, and the deadline's clock goes on."));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void change_what_the_kind_documents_for_it(Changed row) {
    assertThat(row.answer())
        .isInstanceOfSatisfying(
            Answer.Change.class,
            change -> {
              assertThat(change.patch()).isEqualTo(parsed(row.patch()));
              assertThat(change.what()).isEqualTo(row.what());
              assertThat(change.then()).containsExactly(row.then());
            });
  }

  record Refused(String name, JobMaker<?> job, Wish wish, String why) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Refused> refusals() {
    return Stream.of(
        new Refused(
            "a job that does not scale",
            DEMO,
            replicas(4),
            "only an elastic PyTorchTrainingJob can be scaled, and spec.elastic is off or has no"
                + " effect"),
        new Refused(
            "a job whose bounds have no effect",
            DEMO.elastic("{maxReplicas: 6}"),
            replicas(4),
            "only an elastic PyTorchTrainingJob can be scaled, and spec.elastic is off or has no"
                + " effect"),
        new Refused(
            "one type among others",
            FLEX,
            new Wish.Scale(Optional.of("worker"), 4),
            "a PyTorchTrainingJob is scaled as a whole; spec.replicaSpecs[].scalingWeight says"
                + " which types grow"),
        new Refused(
            "a type that is not there",
            deepSpeed(2).elastic("{maxReplicas: 4}"),
            new Wish.Scale(Optional.of("wroker"), 4),
            "\"wroker\" is not one of its types, which are worker; did you mean worker?"),
        new Refused(
            "more than the bounds allow",
            FLEX,
            replicas(7),
            "7 is outside of spec.elastic, which allows 2 to 6 replicas"),
        new Refused(
            "fewer than the bounds allow",
            deepSpeed(2).elastic("{minReplicas: 2, maxReplicas: 4}"),
            replicas(1),
            "1 is outside of spec.elastic, which allows 2 to 4 replicas"),
        new Refused(
            "a restart of what does not run",
            DEMO.paused(),
            new Wish.Restart(),
            "it is paused and has no replicas to restart"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void refuse_with_what_would_be_granted(Refused row) {
    assertThat(answer(row.job(), row.wish())).isEqualTo(new Answer.Refused(row.why()));
  }

  @Test
  void leave_alone_what_is_so_already() {
    assertThat(answer(DEMO.paused(), new Wish.Pause()))
        .isEqualTo(new Answer.Already("already paused"));
    assertThat(answer(DEMO, new Wish.Resume())).isEqualTo(new Answer.Already("not paused"));
    assertThat(answer(DEMO.debugged(), new Wish.Debug()))
        .isEqualTo(new Answer.Already("already being debugged"));
    assertThat(answer(FLEX, replicas(3))).isEqualTo(new Answer.Already("already 3 replicas"));
    assertThat(answer(DEMO.annotated("trainyard.dev/restart", "2"), new Wish.Restart()))
        .isEqualTo(new Answer.Already("attempt 2 is asked for already"));
  }

  @Test
  void ask_for_the_attempt_after_the_one_that_is_remembered() {
    var job = DEMO.annotated("trainyard.dev/restart", "2");
    var again = StateMaker.stored(job, accepted().remembering(accepted().memory().startedAgain(4)));

    assertThat(job.dialect().answer(again, new Wish.Restart()))
        .isInstanceOfSatisfying(
            Answer.Change.class,
            change -> assertThat(change.what()).isEqualTo("attempt 5 asked for"));
  }

  @Test
  void are_all_granted() {
    for (var wish :
        List.of(
            new Wish.Pause(),
            new Wish.Resume(),
            replicas(1),
            new Wish.Restart(),
            new Wish.Debug())) {
      assertThat(DEMO.dialect().grants(wish)).isTrue();
      assertThat(deepSpeed(1).dialect().grants(wish)).isTrue();
    }
  }

  private static Wish replicas(int replicas) {
    return new Wish.Scale(Optional.empty(), replicas);
  }

  private static <R> Answer answer(JobMaker<R> job, Wish wish) {
    return job.dialect().answer(job.build(), wish);
  }
}
