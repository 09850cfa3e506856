package dev.trainyard.operator.wrapper;

import static dev.trainyard.operator.wrapper.WrapperBench.POD_OF_HELLO;
import static dev.trainyard.operator.wrapper.WrapperBench.START;
import static dev.trainyard.operator.wrapper.WrapperBench.UID;
import static dev.trainyard.operator.wrapper.WrapperBench.owned;
import static dev.trainyard.operator.wrapper.WrapperBench.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.operator.ClusterWriter.Creation;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.Conflict;
import dev.trainyard.operator.wrapper.Queue.Turn;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class APassOverAWrapperTest {

  private static final String SERVICE =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: web}
      spec: {}
      """;

  private static final String NAMELESS =
      """
      apiVersion: v1
      kind: Pod
      metadata: {generateName: some-}
      spec: {containers: [{name: main, image: busybox}]}
      """;

  private final WrapperBench bench = new WrapperBench(POD_OF_HELLO);

  @Test
  void stores_what_it_is_about_to_make_holds_the_wrapper_and_makes_it() {
    var wakeAt = bench.pass();

    assertThat(bench.journal.entries())
        .containsExactly(
            "status Resuming at 7",
            "change {\"metadata\":{\"finalizers\":[\"workload.codeflare.dev/finalizer\"]}}",
            "create Pod hello",
            "status Running at 102");
    assertThat(wakeAt).contains(START);
    assertThat(bench.counted("Suspended")).isOne();
    assertThat(bench.counted("Resuming")).isOne();
    assertThat(bench.counted("Running")).isOne();
    assertThat(bench.journal.told()).isEmpty();
  }

  @Test
  void makes_objects_that_say_whose_they_are() {
    bench.pass();

    assertThat(bench.journal.made())
        .singleElement()
        .satisfies(
            made -> {
              assertThat(made.getMetadata().getNamespace()).isEqualTo("team");
              assertThat(made.getMetadata().getLabels())
                  .containsEntry(CodeFlare.WRAPPER_LABEL, "hello");
              assertThat(made.getMetadata().getOwnerReferences())
                  .singleElement()
                  .matches(owner -> owner.getUid().equals(UID) && owner.getController());
            });
  }

  @Test
  void leaves_a_wrapper_of_another_controller_alone() {
    bench.stored.withObject("/spec").put("managedBy", "kueue.x-k8s.io/multikueue");

    assertThat(bench.pass()).isEmpty();

    assertThat(bench.journal.entries()).isEmpty();
    assertThat(bench.journal.events()).isEmpty();
  }

  @Test
  void makes_and_tells_nothing_when_somebody_was_faster() {
    bench.journal.failing("status", new Conflict("it has changed"));

    assertThatThrownBy(bench::pass).isInstanceOf(Conflict.class);

    assertThat(bench.journal.made()).isEmpty();
    assertThat(bench.registry.getMeters()).isEmpty();
  }

  @Test
  void stops_at_the_first_object_that_is_refused_and_tries_again_in_a_second() {
    var two = new WrapperBench(POD_OF_HELLO, SERVICE);
    two.journal.answering("Pod hello", new Creation.Refused(403, "exceeded quota"));

    var wakeAt = two.pass();

    assertThat(two.journal.made()).extracting(HasMetadata::getKind).containsExactly("Pod");
    assertThat(two.phase()).isEqualTo("Resuming");
    assertThat(two.stored.at("/status/componentStatus/0/conditions/0/reason").asText())
        .isEqualTo("ComponentCreationErrored");
    assertThat(wakeAt).contains(START.plusSeconds(1));
  }

  @Test
  void fails_a_wrapper_whose_object_can_never_be_made() {
    bench.journal.answering("Pod hello", new Creation.Refused(422, "spec is invalid"));

    bench.pass();

    assertThat(bench.phase()).isEqualTo("Failed");
    assertThat(bench.condition("Unhealthy", "message")).contains("spec is invalid");
    assertThat(bench.journal.told()).containsExactly("Unhealthy");
  }

  @Test
  void fails_a_wrapper_of_a_kind_that_the_cluster_does_not_serve_and_says_which() {
    bench.unknownKinds.add("Pod");

    bench.pass();
    bench.later(Duration.ofSeconds(1)).pass();

    assertThat(bench.phase()).isEqualTo("Failed");
    assertThat(bench.condition("Unhealthy", "message"))
        .contains("no matches for kind \"Pod\" in version \"v1\"");
    assertThat(bench.condition("ResourcesDeployed", "status")).isEqualTo("False");
    assertThat(bench.journal.made()).isEmpty();
    assertThat(bench.pass()).isEmpty();
  }

  @Test
  void does_not_take_a_missing_namespace_for_a_missing_kind() {
    bench.journal.answering("Pod hello", new Creation.Refused(404, "namespace team not found"));

    bench.pass();

    assertThat(bench.phase()).isEqualTo("Resuming");
  }

  @Test
  void never_touches_an_object_of_somebody_else() {
    bench.journal.answering(
        "Pod hello",
        new Creation.Taken(
            "theirs", Optional.of(new Target("apps/v1", "ReplicaSet", "team", "r", "u")), false));

    bench.pass();
    bench.later(Duration.ofSeconds(1)).pass();

    assertThat(bench.phase()).isEqualTo("Failed");
    assertThat(bench.condition("Unhealthy", "message")).contains("not controlled by appwrapper");
    assertThat(bench.journal.entries()).noneMatch(entry -> entry.startsWith("delete"));
  }

  @Test
  void finds_what_it_has_made_before_a_crash() {
    bench.journal.answering(
        "Pod hello",
        new Creation.Taken(
            "ours", Optional.of(new Target("x", "AppWrapper", "team", "hello", UID)), false));

    bench.pass();

    assertThat(bench.phase()).isEqualTo("Running");
  }

  @Test
  void gives_a_name_to_what_has_none_and_finds_it_again() {
    var nameless = new WrapperBench(NAMELESS);
    nameless.journal.failing("create", new IllegalStateException("no answer"));
    assertThatThrownBy(nameless::pass).hasMessage("no answer");
    nameless.journal.working();

    nameless.pass();

    assertThat(
            nameless.journal.entries().stream().filter(one -> one.startsWith("create")).distinct())
        .singleElement()
        .asString()
        .startsWith("create Pod some-");
    assertThat(nameless.stored.at("/status/componentStatus/0/name").asText()).startsWith("some-");
  }

  @Test
  void does_not_take_for_missing_what_only_no_cache_shows() {
    bench.pass();
    bench.journal.holding(owned("Pod", "hello", UID));

    bench.later(Duration.ofSeconds(1)).pass();

    assertThat(bench.phase()).isEqualTo("Running");
  }

  @Test
  void fails_a_wrapper_whose_object_is_gone_wherever_one_looks() {
    bench.pass();

    bench.later(Duration.ofSeconds(1)).pass();

    assertThat(bench.phase()).isEqualTo("Failed");
    assertThat(bench.condition("Unhealthy", "reason")).isEqualTo("MissingComponent");
    assertThat(bench.journal.told()).containsExactly("Unhealthy");
  }

  @Test
  void resets_a_wrapper_with_pods_on_a_sick_node() {
    running();
    bench.nodes.put("node-a", Map.of("autopilot.ibm.com/gpuhealth", "EVICT"));

    var done = bench.done(() -> bench.later(Duration.ofSeconds(1)).pass());

    assertThat(bench.phase()).isEqualTo("Resetting");
    assertThat(done).last().isEqualTo("delete Pod team/hello of uid of hello GRACEFUL");
    assertThat(bench.journal.events())
        .last()
        .satisfies(
            event -> {
              assertThat(event.getSource().getComponent()).isEqualTo("appwrappers");
              assertThat(event.getMessage()).contains("node-a");
            });
  }

  @Test
  void lets_a_wrapper_go_only_when_no_pod_is_left_wherever_one_looks() {
    running();
    bench.stored.withObject("/metadata").put("deletionTimestamp", START.toString());
    var asked = bench.done(() -> bench.later(Duration.ofSeconds(1)).pass());
    bench.components.clear();
    bench.hiddenPods.addAll(bench.pods);
    bench.pods.clear();
    var waited = bench.done(() -> bench.later(Duration.ofSeconds(1)).pass());
    bench.hiddenPods.clear();
    var released = bench.done(() -> bench.later(Duration.ofSeconds(1)).pass());

    assertThat(asked).last().isEqualTo("delete Pod team/hello of uid of hello GRACEFUL");
    assertThat(waited).noneMatch(entry -> entry.startsWith("change"));
    assertThat(released).last().isEqualTo("change {\"metadata\":{\"finalizers\":[]}}");
  }

  @Test
  void keeps_the_finalizers_of_others() {
    bench.stored.withObject("/metadata").putArray("finalizers").add("example.com/other");

    bench.pass();

    assertThat(bench.journal.entries())
        .contains(
            "change {\"metadata\":{\"finalizers\":"
                + "[\"example.com/other\",\"workload.codeflare.dev/finalizer\"]}}");
  }

  @Test
  void goes_on_when_something_cannot_be_removed() {
    running();
    bench.journal.keeping("Pod team/hello", "no");
    bench.stored.withObject("/spec").put("suspend", true);

    var wakeAt = bench.later(Duration.ofSeconds(1)).pass();

    assertThat(bench.phase()).isEqualTo("Suspending");
    assertThat(wakeAt).isPresent();
  }

  @Test
  void tells_once_of_what_nobody_can_read_and_waits_for_a_change() {
    bench.stored.withObject("/spec").put("suspend", "perhaps");

    assertThat(bench.pass()).isEmpty();

    assertThat(bench.journal.entries()).isEmpty();
    assertThat(bench.journal.told()).containsExactly("Invalid");
  }

  @Test
  void begins_nothing_before_its_turn_says_once_what_is_missing_and_looks_no_more() {
    queued("0/1 nodes have room");

    var first = bench.pass();
    var wakeAt = bench.pass();
    bench.turn = new Turn.Waits("0/1 nodes have room", false);
    var later = bench.done(() -> bench.later(Duration.ofSeconds(5)).pass());

    assertThat(bench.phase()).isEqualTo("Suspended");
    assertThat(bench.journal.made()).isEmpty();
    assertThat(first).as("to ask for its turn").contains(bench.now.minusSeconds(5));
    assertThat(wakeAt).isEmpty();
    assertThat(later).isEmpty();
    assertThat(bench.journal.told()).containsExactly("CreatedWorkload", "Pending");
  }

  @Test
  void begins_when_it_is_its_turn_though_it_was_suspended_when_it_came() {
    bench.stored.withObject("/spec").put("suspend", true);
    queued("0/1 nodes have room");
    bench.pass();
    bench.turn = new Turn.Begins("team-queue");

    bench.later(Duration.ofSeconds(5)).pass();

    assertThat(bench.phase()).isEqualTo("Running");
    assertThat(bench.stored.at("/spec/suspend").asBoolean(true)).isFalse();
    assertThat(bench.stored.at("/metadata/annotations").path(Annotations.ADMITTED).asText())
        .isEqualTo("team-queue");
    assertThat(message("Started")).isEqualTo("Admitted by clusterQueue team-queue");
    assertThat(bench.journal.made())
        .singleElement()
        .matches(made -> made.getMetadata().getAnnotations().containsKey(Annotations.ADMITTED));
  }

  @Test
  void is_put_back_in_line_when_its_user_says_that_it_may_begin() {
    queued("0/1 nodes have room");
    bench.pass();
    bench.pass();
    assertThat(bench.stored.at("/spec/suspend").asBoolean()).isTrue();
    bench.stored.withObject("/spec").put("suspend", false);

    bench.later(Duration.ofSeconds(1)).pass();

    assertThat(bench.stored.at("/spec/suspend").asBoolean()).isTrue();
    assertThat(bench.phase()).isEqualTo("Suspended");
  }

  @Test
  void waits_for_its_turn_though_it_says_that_it_has_had_it() {
    bench.stored.withObject("/metadata/annotations").put(Annotations.ADMITTED, "theirs");
    queued("0/1 nodes have room");

    bench.pass();
    bench.pass();

    assertThat(bench.phase()).isEqualTo("Suspended");
    assertThat(bench.stored.at("/metadata/annotations").has(Annotations.ADMITTED)).isFalse();
  }

  @Test
  void is_held_when_its_user_suspends_it_and_waits_again_when_they_say_so() {
    admitted();
    bench.stored.withObject("/spec").put("suspend", true);

    bench.later(Duration.ofSeconds(1)).pass();
    cleared();
    bench.later(Duration.ofSeconds(9)).pass();

    assertThat(bench.phase()).isEqualTo("Suspended");
    assertThat(bench.journal.told()).contains("Stopped");

    bench.turn = new Turn.Waits("0/1 nodes have room", true);
    bench.stored.withObject("/spec").put("suspend", false);
    bench.later(Duration.ofSeconds(1)).pass();

    assertThat(bench.phase()).isEqualTo("Suspended");
    assertThat(bench.stored.at("/metadata/annotations").has(Annotations.HELD)).isFalse();
    assertThat(bench.stored.at("/spec/suspend").asBoolean()).isTrue();

    bench.turn = new Turn.Begins("default-cluster-queue");
    bench.later(Duration.ofSeconds(1)).pass();

    assertThat(bench.phase()).isEqualTo("Running");
  }

  @Test
  void stops_when_its_queue_is_emptied_and_waits_for_its_next_turn() {
    admitted();
    bench.turn = new Turn.Stops("The ClusterQueue is stopped");

    bench.later(Duration.ofSeconds(1)).pass();
    assertThat(message("Stopped")).isEqualTo("The ClusterQueue is stopped");
    assertThat(bench.stored.at("/spec/suspend").asBoolean()).isTrue();
    assertThat(bench.phase()).isEqualTo("Suspending");

    bench.turn = new Turn.Stays();
    cleared();
    bench.later(Duration.ofSeconds(9)).pass();
    assertThat(bench.phase()).isEqualTo("Suspended");

    bench.turn = new Turn.Begins("default-cluster-queue");
    bench.later(Duration.ofSeconds(9)).pass();
    assertThat(bench.phase()).isEqualTo("Running");
  }

  @Test
  void is_declared_finished_to_its_queue_when_it_has_succeeded() {
    admitted();
    bench.pods.clear();
    bench.pods.add(pod("hello", "Succeeded"));

    bench.later(Duration.ofSeconds(1)).pass();

    assertThat(bench.phase()).isEqualTo("Succeeded");
    assertThat(message("FinishedWorkload"))
        .matches("Workload 'team/appwrapper-hello-[0-9a-f]{5}' is declared finished");
  }

  private String message(String reason) {
    return bench.journal.events().stream()
        .filter(event -> event.getReason().equals(reason))
        .map(Event::getMessage)
        .findFirst()
        .orElse("");
  }

  private void queued(String obstacle) {
    bench.stored.withObject("/metadata/labels").put(CodeFlare.QUEUE_LABEL, "default-queue");
    bench.turn = new Turn.Waits(obstacle, true);
  }

  private void admitted() {
    bench.stored.withObject("/metadata/labels").put(CodeFlare.QUEUE_LABEL, "default-queue");
    bench.pass();
    running();
  }

  /// What it had is gone, as its next pass will see.
  private void cleared() {
    bench.components.clear();
    bench.pods.clear();
    bench.later(Duration.ofSeconds(1)).pass();
  }

  private void running() {
    bench.pass();
    bench.components.add(owned("Pod", "hello", UID));
    bench.pods.addAll(List.of(pod("hello", "Running")));
    bench.later(Duration.ofSeconds(3)).pass();
    assertThat(bench.condition("PodsReady", "status")).isEqualTo("True");
  }
}
