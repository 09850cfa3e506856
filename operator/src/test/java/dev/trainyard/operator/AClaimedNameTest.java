package dev.trainyard.operator;

import static dev.trainyard.operator.Jobs.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.TrainingJob.Claim;
import dev.trainyard.operator.ClusterWriter.Creation;
import dev.trainyard.operator.ClusterWriter.Target;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AClaimedNameTest {

  private final Journal journal = new Journal();

  @Test
  void is_reserved_by_a_config_map_that_keeps_what_was_accepted() {
    claim(fixed("mnist"));

    var made = (GenericKubernetesResource) journal.made().getFirst();
    assertThat(made.getMetadata().getName()).isEqualTo("mnist");
    assertThat(made.getMetadata().getLabels())
        .isEqualTo(Map.of("base-name", "mnist", "base-name-index", "0"));
    assertThat(made.getMetadata().getOwnerReferences().getFirst().getUid()).isEqualTo(Jobs.UID);
    assertThat(made.<Object>get("data")).isEqualTo(Map.of("effective-spec", "{}"));
  }

  @Test
  void is_refused_where_somebody_else_has_it() {
    journal.answering("ConfigMap mnist", new Creation.Taken("uid-9", Optional.empty(), false));

    assertThatThrownBy(() -> claim(fixed("mnist")))
        .isInstanceOfSatisfying(
            ObjectRefusedException.class,
            refused ->
                assertThat(refused.fact())
                    .isEqualTo(
                        new Fact.ObjectRefused(
                            "ConfigMap", "mnist", "the job mnist already exists")));
  }

  @Test
  void stays_with_whoever_had_it_before_a_crash() {
    var own = new Target("test.trainyard.dev/v1", "Errand", "default", "mnist", Jobs.UID);
    journal.answering("ConfigMap mnist", new Creation.Taken("uid-9", Optional.of(own), false));

    assertThat(claim(fixed("mnist"))).isEqualTo("uid-9");
  }

  @Test
  void has_the_lowest_number_that_is_free() {
    journal
        .holding(claimed("exp-0", "exp", "somebody"))
        .holding(claimed("exp-2", "exp", "somebody"));

    assertThat(claim(numbered("exp"))).isEqualTo("uid of ConfigMap exp-1");
    assertThat(journal.made().getFirst().getMetadata().getLabels())
        .containsEntry("base-name-index", "1");
  }

  @Test
  void skips_a_number_whose_name_is_taken_by_something_else() {
    journal.answering("ConfigMap exp-0", new Creation.Taken("uid-9", Optional.empty(), false));

    assertThat(claim(numbered("exp"))).isEqualTo("uid of ConfigMap exp-1");
    assertThat(journal.entries())
        .containsExactly("create ConfigMap exp-0", "create ConfigMap exp-1");
  }

  @Test
  void is_not_claimed_twice_by_one_that_has_forgotten_its_number() {
    var own = new Target("test.trainyard.dev/v1", "Errand", "default", "mnist", Jobs.UID);
    journal
        .holding(claimed("exp-3", "exp", Jobs.UID))
        .answering("ConfigMap exp-3", new Creation.Taken("uid of exp-3", Optional.of(own), false));

    assertThat(claim(numbered("exp"))).isEqualTo("uid of exp-3");
    assertThat(journal.entries()).containsExactly("create ConfigMap exp-3");
  }

  private String claim(Claim claim) {
    var uids = new ArrayList<String>();
    new Applier(new InFlight(1), Journal.KEYS)
        .apply(
            job("mnist", 1),
            List.of(new Step.ClaimName(claim)),
            journal,
            (_, uid) -> uids.add(uid));
    return uids.getFirst();
  }

  private static Claim fixed(String name) {
    return claim(name, false);
  }

  private static Claim numbered(String prefix) {
    return claim(prefix, true);
  }

  private static Claim claim(String base, boolean numbered) {
    return new Claim(
        base,
        numbered,
        Map.of("base-name", base),
        "base-name-index",
        Map.of("effective-spec", "{}"));
  }

  private static GenericKubernetesResource claimed(String name, String prefix, String owner) {
    var map = new GenericKubernetesResource();
    map.setApiVersion("v1");
    map.setKind("ConfigMap");
    map.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withUid("uid of " + name)
            .addToLabels("base-name", prefix)
            .addNewOwnerReference()
            .withUid(owner)
            .withController(true)
            .endOwnerReference()
            .build());
    return map;
  }
}
