package dev.trainyard.operator;

import static dev.trainyard.operator.Bench.decision;
import static dev.trainyard.operator.Bench.errand;
import static dev.trainyard.operator.Bench.withStatus;
import static dev.trainyard.operator.Jobs.worker;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainyard.dialects.Family;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.operator.ClusterWriter.Creation;
import dev.trainyard.operator.ClusterWriter.Target;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class APassTest {

  private static final List<Step> ONE_POD =
      List.of(new Step.CreatePod(worker(0), Mode.NORMAL, 1, 0, 0));
  private static final Fact MADE = new Fact.ReplicaMade(worker(0), "mnist-worker-0", true);
  private static final Fact RESTARTED =
      new Fact.ReplicaRestarted(worker(0), "mnist-worker-0", "uid-0", 1);

  private final Bench bench = new Bench();
  private final Journal journal = bench.journal;

  @Test
  void stores_memory_and_status_before_steps_that_rely_on_them() {
    bench.pass(errand("mnist", 1), decision(Phase.RESTARTING, 2, Store.FIRST, ONE_POD));

    assertThat(journal.entries())
        .containsExactly(
            "annotate {trainyard.dev/memory=Optional[2]}",
            "status RESTARTING at 101",
            "create Pod mnist-worker-0");
  }

  @Test
  void stores_a_state_that_only_reports_its_steps_after_them() {
    bench.pass(errand("mnist", 1), decision(Phase.STARTING, 1, Store.AFTER, ONE_POD));

    assertThat(journal.entries())
        .containsExactly("create Pod mnist-worker-0", "status STARTING at 7");
  }

  /// It may run already, and then nothing about it changes any more.
  @Test
  void is_followed_by_another_when_what_it_made_has_stood_already() {
    var owner = Optional.of(new Target("example.com/v1", "Errand", "default", "mnist", Jobs.UID));
    journal.answering("Pod mnist-worker-0", new Creation.Taken("uid-0", owner, false));

    var next = bench.pass(errand("mnist", 1), decision(Phase.STARTING, 1, Store.AFTER, ONE_POD));

    assertThat(next).isPresent();
  }

  @Test
  void leaves_bare_details_for_later() {
    bench.pass(errand("mnist", 1), decision(Phase.RUNNING, 1, Store.LATER, ONE_POD));

    assertThat(journal.entries()).containsExactly("create Pod mnist-worker-0");
  }

  @Test
  void writes_nothing_when_nothing_has_changed() {
    var stored = withStatus(errand("mnist", 1), "RUNNING");
    stored.withObject("/metadata").putObject("annotations").put(ErrandDialect.MEMORY, "2");

    bench.pass(stored, decision(Phase.RUNNING, 2, Store.FIRST, List.of()));

    assertThat(journal.entries()).isEmpty();
    assertThat(journal.events()).isEmpty();
  }

  @Test
  void takes_no_step_when_what_it_relies_on_could_not_be_stored() {
    journal.failing("annotate", new Conflict("somebody was faster"));

    assertThatThrownBy(
            () ->
                bench.pass(
                    errand("mnist", 1),
                    decision(Phase.RESTARTING, 2, Store.FIRST, ONE_POD, RESTARTED)))
        .isInstanceOf(Conflict.class);

    assertThat(journal.entries()).hasSize(1);
    assertThat(journal.told()).isEmpty();
  }

  @Test
  void makes_no_pod_for_a_job_that_has_changed_since_it_was_read() {
    journal.failing("read again", new Conflict("it has ended"));

    assertThatThrownBy(
            () -> bench.pass(errand("mnist", 1), decision(Phase.RUNNING, 1, Store.LATER, ONE_POD)))
        .isInstanceOf(Conflict.class);

    assertThat(journal.entries()).isEmpty();
  }

  @Test
  void does_nothing_about_a_pod_that_is_not_gone_after_all() {
    journal.failing("look for mnist-worker-0", new Conflict("it stands"));
    var lost =
        decision(Phase.RESTARTING, 2, Store.FIRST, ONE_POD, RESTARTED)
            .relyingOn(List.of("mnist-worker-0"));

    assertThatThrownBy(() -> bench.pass(errand("mnist", 1), lost)).isInstanceOf(Conflict.class);

    assertThat(journal.entries()).isEmpty();
    assertThat(journal.told()).isEmpty();
  }

  @Test
  void reads_a_job_again_only_where_nothing_was_stored_in_it_before_a_pod_is_made() {
    journal.failing("read again", new IllegalStateException("needlessly"));

    bench.pass(errand("mnist", 1), decision(Phase.RESTARTING, 2, Store.FIRST, ONE_POD));
    bench.pass(errand("mnist", 1), decision(Phase.RUNNING, 1, Store.LATER, List.of()));

    assertThat(journal.entries()).contains("create Pod mnist-worker-0");
  }

  @Test
  void tells_what_is_stored_though_a_step_fails_and_not_what_the_step_would_have_done() {
    journal.failing("create", new IllegalStateException("no route to host"));

    assertThatThrownBy(
            () ->
                bench.pass(
                    errand("mnist", 1),
                    decision(Phase.RESTARTING, 2, Store.FIRST, ONE_POD, RESTARTED, MADE)))
        .hasMessage("no route to host");

    assertThat(journal.told()).containsExactly("ReplicaRestarted");
  }

  @Test
  void tells_of_an_object_that_was_refused() {
    journal.answering("Pod mnist-worker-0", new Creation.Refused(403, "exceeded quota"));

    assertThatThrownBy(
            () ->
                bench.pass(
                    errand("mnist", 1), decision(Phase.STARTING, 1, Store.AFTER, ONE_POD, MADE)))
        .isInstanceOf(ObjectRefusedException.class);

    assertThat(journal.told()).containsExactly("ObjectRefused");
  }

  @Test
  void shows_once_that_a_job_is_known_though_the_first_object_it_needs_is_refused() {
    journal.answering("Pod mnist-worker-0", new Creation.Refused(403, "exceeded quota: used 3"));
    var first = decision(Phase.STARTING, 1, Store.AFTER, ONE_POD, MADE, new Fact.Accepted());
    var later = decision(Phase.STARTING, 1, Store.AFTER, ONE_POD, MADE);

    for (var decision : List.of(first, later)) {
      assertThatThrownBy(() -> bench.pass(errand("mnist", 13), decision))
          .isInstanceOf(ObjectRefusedException.class);
      journal.answering("Pod mnist-worker-0", new Creation.Refused(403, "exceeded quota: used 4"));
    }

    assertThat(journal.entries())
        .containsExactly(
            "create Pod mnist-worker-0", "status ACCEPTED at 7", "create Pod mnist-worker-0");
    assertThat(journal.told())
        .containsExactly("Accepted", "ObjectRefused", "Problem", "ObjectRefused");
    assertThat(
            journal.events().stream()
                .filter(event -> event.getReason().equals("ObjectRefused"))
                .map(event -> event.getMetadata().getName())
                .distinct())
        .as("the same refusal, though its numbers differ")
        .hasSize(1);
  }

  @Test
  void tells_an_end_that_is_seen_again_and_again_once() {
    var ended = new Fact.ReplicaEnded(Jobs.worker(0), "mnist-worker-0", "uid-0", OptionalInt.of(3));
    var decision = decision(Phase.RUNNING, 1, Store.LATER, List.of(), ended);

    bench.pass(errand("mnist", 1), decision);
    bench.pass(errand("mnist", 1), decision);

    assertThat(journal.told()).containsExactly("ReplicaEnded");
  }

  @Test
  void tells_an_end_again_whose_event_was_lost() {
    var ended = new Fact.ReplicaEnded(Jobs.worker(0), "mnist-worker-0", "uid-0", OptionalInt.of(3));
    var decision = decision(Phase.RUNNING, 1, Store.LATER, List.of(), ended);
    journal.failing("event", new IllegalStateException("too many requests"));
    bench.pass(errand("mnist", 1), decision);

    journal.working();
    bench.pass(errand("mnist", 1), decision);

    assertThat(journal.told()).containsExactly("ReplicaEnded");
  }

  @Test
  void names_an_event_by_what_it_tells() {
    var decision = decision(Phase.STARTING, 1, Store.AFTER, ONE_POD, MADE, new Fact.Accepted());

    bench.pass(errand("mnist", 1), decision);
    bench.pass(errand("mnist", 1), decision);

    assertThat(journal.told())
        .containsExactly("ReplicaMade", "Accepted", "ReplicaMade", "Accepted");
    assertThat(journal.events().stream().map(event -> event.getMetadata().getName()).distinct())
        .hasSize(2)
        .allSatisfy(name -> assertThat(name).matches("mnist\\.[0-9a-f]{16}"));
  }

  @Test
  void tells_of_an_object_anew_when_another_has_its_name() {
    var made = new Fact.ObjectMade("Service", "mnist-worker-0");
    var removed = new Fact.ObjectRemoved("Service", "mnist-worker-0");

    for (var uid : List.of("first", "second")) {
      journal.answering("Service mnist-worker-0", new Creation.Made(uid));
      var service = new ObjectRef("v1", "Service", "mnist-worker-0", uid);
      pass(new Step.CreateService(worker(0)), made);
      pass(new Step.DeleteObject(service), removed);
    }

    assertThat(journal.told())
        .containsExactly("ObjectMade", "ObjectRemoved", "ObjectMade", "ObjectRemoved");
    assertThat(eventNames()).doesNotHaveDuplicates();
  }

  @Test
  void tells_of_one_object_under_one_name_though_it_was_asked_for_twice() {
    var taken =
        new Creation.Taken(
            "first",
            Optional.of(
                new Target("test.trainyard.dev/v1", "Errand", "default", "mnist", Jobs.UID)),
            false);

    journal.answering("Pod mnist-worker-0", new Creation.Made("first"));
    pass(ONE_POD.getFirst(), MADE);
    journal.answering("Pod mnist-worker-0", taken);
    pass(ONE_POD.getFirst(), new Fact.ReplicaMade(worker(0), "mnist-worker-0", false));

    assertThat(eventNames()).hasSize(2);
    assertThat(eventNames().stream().distinct()).hasSize(1);
  }

  @Test
  void tells_what_it_sees_before_a_step_can_remove_it() {
    var lost = new Fact.ReplicaLost(worker(0), "mnist-worker-0", "uid-0", "n1");
    journal.failing("delete", new IllegalStateException("no route to host"));

    assertThatThrownBy(
            () ->
                pass(new Step.DeletePod(worker(0), "mnist-worker-0", "uid-0", Haste.FORCED), lost))
        .hasMessage("no route to host");

    assertThat(journal.told()).containsExactly("ReplicaLost");
  }

  @Test
  void tells_of_what_was_made_though_another_was_not() {
    journal.failing("create Pod mnist-worker-1", new IllegalStateException("too many requests"));
    var pods =
        List.<Step>of(ONE_POD.getFirst(), new Step.CreatePod(worker(1), Mode.NORMAL, 1, 0, 0));
    var other = new Fact.ReplicaMade(worker(1), "mnist-worker-1", true);

    assertThatThrownBy(
            () ->
                bench.pass(
                    errand("mnist", 2),
                    decision(Phase.STARTING, 1, Store.AFTER, pods, MADE, other)))
        .hasMessage("too many requests");

    assertThat(journal.told()).containsExactly("ReplicaMade");
  }

  private void pass(Step step, Fact fact) {
    bench.pass(errand("mnist", 1), decision(Phase.STARTING, 1, Store.LATER, List.of(step), fact));
  }

  private List<String> eventNames() {
    return journal.events().stream().map(event -> event.getMetadata().getName()).toList();
  }

  @Test
  void describes_the_job_in_an_event() {
    bench.pass(
        errand("mnist", 1),
        decision(Phase.SUCCEEDED, 1, Store.FIRST, List.of(), new Fact.Succeeded()));

    assertThat(journal.events())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getInvolvedObject())
                  .extracting("apiVersion", "kind", "namespace", "name", "uid")
                  .containsExactly("test.trainyard.dev/v1", "Errand", "default", "mnist", Jobs.UID);
              assertThat(event)
                  .extracting(Event::getType, Event::getLastTimestamp)
                  .containsExactly("Normal", "2026-03-01T10:00:00Z");
            });
  }

  @Test
  void succeeds_when_only_an_event_is_lost() {
    journal.failing("event", new IllegalStateException("events are full"));

    bench.pass(errand("mnist", 1), decision(Phase.STARTING, 1, Store.AFTER, ONE_POD, MADE));

    assertThat(journal.entries())
        .containsExactly("create Pod mnist-worker-0", "status STARTING at 7");
  }

  @Test
  void answers_when_the_engine_wants_to_look_again() {
    var plain = decision(Phase.RUNNING, 1, Store.LATER, List.of());
    var at = Bench.NOW.plus(Duration.ofMinutes(5));
    var waking =
        new Decision(plain.state(), plain.store(), plain.steps(), plain.facts(), Optional.of(at));

    assertThat(bench.pass(errand("mnist", 1), waking)).contains(at);
  }

  @Test
  void counts_jobs_under_the_names_dashboards_know() {
    bench.pass(
        errand("mnist", 1),
        decision(Phase.STARTING, 1, Store.AFTER, List.of(), new Fact.Accepted()));
    bench.pass(
        errand("mnist", 1),
        decision(Phase.SUCCEEDED, 1, Store.FIRST, List.of(), new Fact.Succeeded()));

    assertThat(bench.registry.scrape().lines())
        .contains(
            "training_operator_jobs_created_total{framework=\"errand\",job_namespace=\"default\"}"
                + " 1.0",
            "training_operator_jobs_successful_total{framework=\"errand\",job_namespace=\"default\"}"
                + " 1.0");
  }

  @Test
  void counts_everything_under_the_names_of_the_reference() {
    var replica = Jobs.worker(0);
    var facts =
        List.<Fact>of(
            new Fact.Accepted(),
            new Fact.Succeeded(),
            new Fact.BudgetSpent(3),
            new Fact.GangRestarted(2, Optional.of(replica)),
            new Fact.Expired(),
            new Fact.ReplicaMade(replica, "a", true),
            new Fact.ReplicaRemoved(replica, "a", "u"),
            new Fact.ReplicaFailed(replica, "a", "u"),
            new Fact.ObjectMade("Service", "a"),
            new Fact.ObjectRefused("Service", "a", "quota"),
            new Fact.ObjectMade("PodGroup", "a"),
            new Fact.ObjectRemoved("PodGroup", "a"),
            new Fact.ReplicaEnded(replica, "a", "u", OptionalInt.of(143)));
    var counters = new JobCounters(bench.registry);

    facts.forEach(fact -> counters.count(Family.TRAINING, Jobs.job("mnist", 1).id(), fact));

    var ofJobs = "{framework=\"errand\",job_namespace=\"default\"}";
    assertThat(bench.registry.scrape().lines().filter(line -> !line.startsWith("#")))
        .containsExactlyInAnyOrder(
            "training_operator_jobs_created_total%s 1.0".formatted(ofJobs),
            "training_operator_jobs_successful_total%s 1.0".formatted(ofJobs),
            "training_operator_jobs_failed_total%s 1.0".formatted(ofJobs),
            "training_operator_jobs_restarted_total%s 1.0".formatted(ofJobs),
            "training_operator_jobs_deleted_total%s 1.0".formatted(ofJobs),
            "created_pods_total 1.0",
            "deleted_pods_total 1.0",
            "failed_pods_total 1.0",
            "succeeded_service_creation_total 1.0",
            "failed_service_creation_total 1.0",
            "created_pod_groups_total 1.0",
            "deleted_pod_groups_total 1.0");
  }
}
