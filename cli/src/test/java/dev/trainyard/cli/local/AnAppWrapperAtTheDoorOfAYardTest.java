package dev.trainyard.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.yard.apiserver.Doorman;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnAppWrapperAtTheDoorOfAYardTest {

  private static final Settings USUAL = Settings.defaults(Settings.Place.YARD);

  private static final String WRAPPER =
      """
      apiVersion: workload.codeflare.dev/v1beta2
      kind: AppWrapper
      metadata:
        name: mine
        labels: {workload.codeflare.dev/user: the-boss, workload.codeflare.dev/userid: "1"}
      spec:
        components:
        - template:
            apiVersion: %s
            kind: Pod
            metadata: {name: mine}
            spec: {containers: [{name: main, image: none}]}
      """;

  @Test
  void is_its_users_whoever_it_claims_to_belong_to() {
    assertThat(judged(USUAL, WRAPPER.formatted("v1")).labels())
        .isEqualTo(
            Map.of("workload.codeflare.dev/user", "yard", "workload.codeflare.dev/userid", ""));
  }

  /// The owner may create everything, whatever is to be asked on a cluster.
  @Test
  void is_let_in_by_whatever_profile_and_gets_the_queue_of_it() {
    var verdict = judged(USUAL.with(WrapperSettings.mlbatch()), WRAPPER.formatted("v1"));

    assertThat(verdict.refusal()).isEmpty();
    assertThat(verdict.labels()).containsEntry("kueue.x-k8s.io/queue-name", "default-queue");
  }

  @Test
  void gets_no_label_when_it_is_refused_or_changed() {
    var nested = WRAPPER.formatted("workload.codeflare.dev/v1beta2").replace("Pod", "AppWrapper");
    assertThat(judged(USUAL, nested).refusal()).isPresent();
    assertThat(judged(USUAL, nested).labels()).isEmpty();

    var stored = tree(WRAPPER.formatted("v1"));
    assertThat(judged(USUAL, stored, Optional.of(stored)).labels()).isEmpty();
  }

  @Test
  void has_nothing_made_that_its_user_may_not_make() {
    var sender =
        new Doorman.Sender() {
          @Override
          public String name() {
            return "system:serviceaccount:team:bot";
          }

          @Override
          public String uid() {
            return "7";
          }

          @Override
          public Optional<String> mayNotCreate(String apiVersion, String kind, String namespace) {
            return kind.equals("Pod") ? Optional.of("pods") : Optional.empty();
          }
        };
    var wrapper = tree(WRAPPER.formatted("v1"));

    assertThat(judged(USUAL, wrapper, Optional.empty(), sender).refusal().orElseThrow().why())
        .contains("User system:serviceaccount:team:bot is not authorized to create pods");
    assertThat(judged(USUAL, wrapper, Optional.of(wrapper), sender).refusal()).isEmpty();
  }

  private static Doorman.Verdict judged(Settings settings, String wrapper) {
    return judged(settings, tree(wrapper), Optional.empty());
  }

  private static Doorman.Verdict judged(
      Settings settings, JsonNode wrapper, Optional<JsonNode> before) {
    return judged(settings, wrapper, before, Doorman.Sender.master("yard"));
  }

  private static Doorman.Verdict judged(
      Settings settings, JsonNode wrapper, Optional<JsonNode> before, Doorman.Sender sender) {
    return new DialectDoorman(settings)
        .judge(
            new Doorman.Request(
                wrapper.path("apiVersion").asText(),
                wrapper.path("kind").asText(),
                sender,
                wrapper,
                before,
                Doorman.Stored.nothing()));
  }

  private static JsonNode tree(String yaml) {
    try {
      return new YAMLMapper().readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
