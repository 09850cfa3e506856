package dev.trainyard.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.Kin;
import dev.trainyard.engine.model.Role.Outcome;
import dev.trainyard.engine.model.Role.Signs;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.operator.ClusterWriter.Target;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ACarrierTest {

  private static final Target TARGET =
      new Target("batch/v1", "Job", "default", "hello-launcher", "uid-1");

  private final Journal journal = new Journal();

  @Test
  void is_told_to_wait() {
    journal.holding(job("spec: {suspend: false}"));

    new Holding(carrier("spec: {}")).apply(TARGET, true, journal);

    assertThat(journal.entries()).containsExactly("edit Job hello-launcher of uid-1");
    assertThat(journal.standing("Job hello-launcher").<Boolean>get("spec", "suspend")).isTrue();
  }

  @Test
  void that_waits_already_is_left_alone() {
    journal.holding(job("spec: {suspend: true}"));

    new Holding(carrier("spec: {}")).apply(TARGET, true, journal);

    assertThat(journal.entries()).isEmpty();
  }

  @Test
  void goes_on_as_it_was_where_nothing_else_is_wanted_by_now() {
    journal.holding(
        job(
            """
            spec: {suspend: true, template: {spec: {nodeSelector: {a: b}}}}
            status: {startTime: x}
            """));

    new Holding(carrier("spec: {template: {spec: {nodeSelector: {a: b}}}}"))
        .apply(TARGET, false, journal);

    assertThat(journal.entries()).containsExactly("edit Job hello-launcher of uid-1");
    var standing = journal.standing("Job hello-launcher");
    assertThat(standing.<Boolean>get("spec", "suspend")).isFalse();
    assertThat(standing.<String>get("status", "startTime")).isEqualTo("x");
  }

  @Test
  void goes_on_where_it_is_wanted_by_now_as_if_it_had_never_started() {
    journal.holding(job("spec: {suspend: true}\nstatus: {startTime: x, failed: 1}"));

    new Holding(carrier("spec: {template: {spec: {nodeSelector: {pool: fast}}}}"))
        .apply(TARGET, false, journal);

    assertThat(journal.entries())
        .containsExactly(
            "edit the status of Job hello-launcher of uid-1", "edit Job hello-launcher of uid-1");
    var standing = journal.standing("Job hello-launcher");
    assertThat(standing.<Object>get("status")).isEqualTo(Map.of("failed", 1));
    assertThat(standing.<Object>get("spec", "template", "spec", "nodeSelector"))
        .isEqualTo(Map.of("pool", "fast"));
  }

  @Test
  void keeps_the_labels_that_others_have_given_it() {
    journal.holding(
        job("spec: {suspend: true, template: {metadata: {labels: {uid: x, queue: slow}}}}"));

    new Holding(carrier("spec: {template: {metadata: {labels: {queue: fast}}}}"))
        .apply(TARGET, false, journal);

    var standing = journal.standing("Job hello-launcher");
    assertThat(standing.<Object>get("spec", "template", "metadata", "labels"))
        .isEqualTo(Map.of("uid", "x", "queue", "fast"));
  }

  @Test
  void is_made_without_its_expiry_and_has_it_when_it_has_ended() {
    var carrier = carrier("spec: {ttlSecondsAfterFinished: 0, completions: 1}");
    var made = Plan.child(Jobs.job("hello", 1), carrier);
    assertThat(made.<Object>get("spec")).isEqualTo(Map.of("completions", 1));
    journal.holding(job("spec: {completions: 1}"));

    new Holding(carrier).release(TARGET, journal);

    assertThat(journal.standing("Job hello-launcher").<Object>get("spec"))
        .isEqualTo(Map.of("completions", 1, "ttlSecondsAfterFinished", 0));
  }

  private static Carrier.Child carrier(String desired) {
    return new Carrier.Child(
        job(desired),
        new Signs(
            new Outcome(Set.of("Complete"), Set.of("Failed")),
            List.of("suspend"),
            List.of(
                List.of("template", "metadata", "labels"),
                List.of("template", "spec", "nodeSelector"))),
        new Kin(Map.of(), Optional.empty(), 0));
  }

  private static GenericKubernetesResource job(String yaml) {
    var job = Serialization.unmarshal(yaml, GenericKubernetesResource.class);
    job.setApiVersion("batch/v1");
    job.setKind("Job");
    job.setMetadata(new ObjectMetaBuilder().withName("hello-launcher").withUid("uid-1").build());
    return job;
  }
}
