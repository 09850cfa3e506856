package dev.trainyard.operator;

import static dev.trainyard.operator.Jobs.job;
import static dev.trainyard.operator.Jobs.worker;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.operator.ClusterWriter.Creation;
import dev.trainyard.operator.ClusterWriter.Target;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ARowOfStepsTest {

  private final Journal journal = new Journal();
  private final Applier applier = new Applier(new InFlight(1), Journal.KEYS);

  @Test
  void is_applied_in_order() {
    apply(
        new Step.DeletePod(worker(0), "mnist-worker-0", "uid-0", Haste.FORCED),
        new Step.DeleteObject(new ObjectRef("v1", "Service", "mnist-worker-0", "uid-1")),
        new Step.CreateService(worker(1)),
        pod(1),
        new Step.DeleteJob(Jobs.UID));

    assertThat(journal.entries())
        .containsExactly(
            "delete Pod default/mnist-worker-0 of uid-0 FORCED",
            "delete Service default/mnist-worker-0 of uid-1 GRACEFUL",
            "create Service mnist-worker-1",
            "create Pod mnist-worker-1",
            "delete Errand default/mnist of uid-of-the-job GRACEFUL");
  }

  @Test
  void makes_the_pod_of_the_lead_before_the_others() {
    journal.failing("create Pod mnist-worker-0", new IllegalStateException("no route to host"));

    assertThatThrownBy(() -> apply(pod(0), pod(1))).hasMessage("no route to host");
    assertThat(journal.entries()).containsExactly("create Pod mnist-worker-0");

    journal.working();
    apply(pod(0), pod(1), new Step.CreateService(worker(1)));
    assertThat(journal.entries())
        .endsWith(
            "create Pod mnist-worker-0",
            "create Pod mnist-worker-1",
            "create Service mnist-worker-1");
  }

  @Test
  void attempts_every_step_of_a_kind_and_none_of_the_next_when_one_fails() {
    var broken = new IllegalStateException("no route to host");
    journal.failing("create Service mnist-worker-0", broken);

    assertThatThrownBy(
            () ->
                apply(new Step.CreateService(worker(0)), new Step.CreateService(worker(1)), pod(0)))
        .isSameAs(broken);

    assertThat(journal.entries())
        .containsExactly("create Service mnist-worker-0", "create Service mnist-worker-1");
  }

  @Test
  void takes_what_stands_already_for_made_when_the_job_controls_it() {
    journal.answering(
        "Pod mnist-worker-0", new Creation.Taken("uid-0", errand("mnist", Jobs.UID), false));

    apply(pod(0), new Step.CreateService(worker(0)));

    assertThat(journal.entries())
        .containsExactly("create Pod mnist-worker-0", "create Service mnist-worker-0");
  }

  @Test
  void is_refused_where_a_stranger_has_the_name() {
    journal.answering(
        "Pod mnist-worker-0", new Creation.Taken("uid-0", errand("other", "another"), false));

    assertThatThrownBy(() -> apply(pod(0)))
        .isInstanceOfSatisfying(
            ObjectRefusedException.class,
            refusal ->
                assertThat(refusal.fact())
                    .isEqualTo(
                        new Fact.ObjectRefused(
                            "Pod",
                            "mnist-worker-0",
                            "the name mnist-worker-0 is taken by an object that does not belong to"
                                + " Errand mnist; delete or rename it")));
  }

  @Test
  void is_refused_where_the_cluster_will_not_have_the_object() {
    journal.answering("Pod mnist-worker-0", new Creation.Refused(403, "exceeded quota: team-a"));

    assertThatThrownBy(() -> apply(pod(0)))
        .isInstanceOf(ObjectRefusedException.class)
        .hasMessage("Pod mnist-worker-0 was refused: exceeded quota: team-a");
  }

  @Test
  void is_refused_where_the_cluster_will_not_let_an_object_go() {
    journal.keeping("Pod default/mnist-worker-0", "a policy says no");

    assertThatThrownBy(
            () -> apply(new Step.DeletePod(worker(0), "mnist-worker-0", "uid-0", Haste.GRACEFUL)))
        .isInstanceOfSatisfying(
            ObjectRefusedException.class,
            refusal ->
                assertThat(refusal.fact())
                    .isEqualTo(
                        new Fact.RemovalRefused("Pod", "mnist-worker-0", "a policy says no")));
  }

  @Test
  void is_read_again_while_an_earlier_namesake_is_leaving() {
    journal.answering("Pod mnist-worker-0", new Creation.Taken("uid-0", Optional.empty(), true));

    assertThatThrownBy(() -> apply(pod(0)))
        .isInstanceOf(Conflict.class)
        .hasMessage("Pod mnist-worker-0 is still leaving");
  }

  @Test
  void is_read_again_while_the_garbage_of_an_earlier_job_of_that_name_stands() {
    journal.answering(
        "Pod mnist-worker-0", new Creation.Taken("uid-0", errand("mnist", "earlier"), false));

    assertThatThrownBy(() -> apply(pod(0))).isInstanceOf(Conflict.class);
  }

  private static Optional<Target> errand(String name, String uid) {
    return Optional.of(new Target("test.trainyard.dev/v1", "Errand", "default", name, uid));
  }

  private void apply(Step... steps) {
    applier.apply(job("mnist", 2), List.of(steps), journal, (_, _) -> {});
  }

  private static Step pod(int index) {
    return new Step.CreatePod(worker(index), Mode.NORMAL, 1, 0, 0);
  }
}
