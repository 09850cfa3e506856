package dev.trainyard.operator;

import static dev.trainyard.operator.Jobs.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.Content.EnvFile;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvFromSourceBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AnEnvironmentFileTest {

  private final Journal journal = new Journal();
  private final List<Fact> learned = new ArrayList<>();

  @Test
  void has_a_line_for_each_variable() {
    assertThat(file(List.of(), text("NCCL_DEBUG", "INFO"), text("EMPTY", ""), text("A", "b=c")))
        .isEqualTo("NCCL_DEBUG=INFO\nEMPTY=\nA=b=c\n");
    assertThat(learned).isEmpty();
  }

  @Test
  void has_what_stands_in_maps_and_secrets() {
    journal.holding(map("settings", Map.of("level", "3")));
    journal.holding(secret("login", Map.of("token", "t0ps3cret")));

    assertThat(
            file(
                List.of(),
                ofMap("LEVEL", "settings", "level"),
                ofSecret("TOKEN", "login", "token")))
        .isEqualTo("LEVEL=3\nTOKEN=t0ps3cret\n");
  }

  @Test
  void has_whole_maps_and_secrets_first() {
    journal.holding(map("settings", Map.of("B", "2", "A", "1")));
    journal.holding(secret("login", Map.of("TOKEN", "t0ps3cret")));

    assertThat(file(List.of(allOfMap("X_", "settings"), allOfSecret("login")), text("C", "3")))
        .isEqualTo("X_A=1\nX_B=2\nTOKEN=t0ps3cret\nC=3\n");
  }

  @Test
  void has_the_last_of_a_name() {
    journal.holding(map("settings", Map.of("A", "of the map", "B", "of the map")));

    assertThat(
            file(
                List.of(allOfMap("", "settings")),
                text("A", "first"),
                text("C", "3"),
                text("A", "last")))
        .isEqualTo("B=of the map\nC=3\nA=last\n");
  }

  @Test
  void has_references_replaced_as_in_a_container() {
    assertThat(
            file(
                List.of(),
                text("HOME", "/data"),
                text("CACHE", "$(HOME)/cache"),
                text("PRICE", "$$(HOME) $5"),
                text("STRANGE", "$(NOBODY)")))
        .isEqualTo("HOME=/data\nCACHE=/data/cache\nPRICE=$(HOME) $5\nSTRANGE=$(NOBODY)\n");
  }

  @Test
  void withholds_what_only_a_pod_knows_and_what_does_not_fit_on_a_line() {
    journal.holding(map("settings", Map.of("script", "one\ntwo")));

    assertThat(
            file(
                List.of(allOfMap("", "settings")),
                text("IP", "stale"),
                ofPod("IP"),
                text("URL", "http://$(IP):80"),
                text("TWO", "a\r\nb"),
                text("ONE", "1")))
        .isEqualTo("ONE=1\n");
    assertThat(learned)
        .containsExactly(new Fact.VariablesWithheld(List.of("script", "IP", "URL", "TWO")));
  }

  @Test
  void withholds_what_is_no_text() {
    var login = secret("login", Map.of());
    login.setAdditionalProperty("data", Map.of("key", "/////w=="));
    journal.holding(login);

    assertThat(file(List.of(allOfSecret("login")))).isEmpty();
    assertThat(learned).containsExactly(new Fact.VariablesWithheld(List.of("key")));
  }

  @Test
  void does_without_what_is_optional() {
    journal.holding(map("settings", Map.of()));
    var source = new EnvFromSourceBuilder().withNewSecretRef("nowhere", true).build();
    var absent =
        new EnvVarBuilder()
            .withName("A")
            .withNewValueFrom()
            .withNewConfigMapKeyRef("a", "settings", true)
            .endValueFrom()
            .build();

    assertThat(file(List.of(source), absent, text("B", "2"))).isEqualTo("B=2\n");
    assertThat(learned).isEmpty();
  }

  @Test
  void waits_for_what_is_not_and_tells_no_value() {
    journal.holding(secret("login", Map.of("token", "t0ps3cret")));

    assertThatThrownBy(
            () ->
                file(
                    List.of(allOfMap("", "settings")),
                    ofSecret("TOKEN", "login", "token"),
                    ofSecret("USER", "login", "user"),
                    ofMap("LEVEL", "settings", "level")))
        .isInstanceOfSatisfying(
            ObjectRefusedException.class,
            refusal ->
                assertThat(refusal.fact())
                    .isEqualTo(
                        new Fact.ObjectRefused(
                            "Secret",
                            "mnist-env",
                            "ConfigMap settings does not exist; Secret login has no key user")))
        .hasMessageNotContaining("t0ps3cret");
    assertThat(journal.entries()).isEmpty();
  }

  @Test
  void says_what_it_withholds_in_an_event() {
    var bench = new Bench();
    var attachment = attachment(new EnvFile("env", List.of(), List.of(ofPod("IP"))));

    bench.pass(
        Bench.errand("mnist", 1),
        Bench.decision(
            Phase.STARTING,
            1,
            Store.AFTER,
            List.of(new Step.CreateObject(attachment, List.of())),
            new Fact.ObjectMade("Secret", "mnist-env")));

    assertThat(bench.journal.told()).containsExactly("ObjectMade", "VariablesWithheld");
  }

  @Test
  void does_not_print_its_values() {
    var wanted = new EnvFile("env", List.of(), List.of(text("TOKEN", "t0ps3cret")));

    assertThat(attachment(wanted).toString()).contains("TOKEN").doesNotContain("t0ps3cret");
  }

  private String file(List<EnvFromSource> from, EnvVar... env) {
    var attachment = attachment(new EnvFile("env", from, List.of(env)));
    var done =
        new Applier.Done() {
          @Override
          public void step(Step step, String uid) {}

          @Override
          public void learned(Fact fact) {
            learned.add(fact);
          }
        };
    new Applier(new InFlight(1), Journal.KEYS)
        .apply(
            job("mnist", 1, attachment),
            List.of(new Step.CreateObject(attachment, List.of())),
            journal,
            done);
    var made = (GenericKubernetesResource) journal.made().getLast();
    return new String(
        Base64.getDecoder().decode(made.<String>get("data", "env")), StandardCharsets.UTF_8);
  }

  private static Attachment attachment(Content content) {
    return new Attachment(
        "v1", "Secret", "mnist-env", content, Lifetime.UNTIL_JOB_GONE, Sync.CREATE_ONLY);
  }

  private static EnvVar text(String name, String value) {
    return new EnvVarBuilder().withName(name).withValue(value).build();
  }

  private static EnvVar ofMap(String name, String map, String key) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewConfigMapKeyRef(key, map, null)
        .endValueFrom()
        .build();
  }

  private static EnvVar ofSecret(String name, String secret, String key) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewSecretKeyRef(key, secret, false)
        .endValueFrom()
        .build();
  }

  private static EnvVar ofPod(String name) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewFieldRef("v1", "status.podIP")
        .endValueFrom()
        .build();
  }

  private static EnvFromSource allOfMap(String prefix, String name) {
    return new EnvFromSourceBuilder().withPrefix(prefix).withNewConfigMapRef(name, false).build();
  }

  private static EnvFromSource allOfSecret(String name) {
    return new EnvFromSourceBuilder().withNewSecretRef(name, false).build();
  }

  private static GenericKubernetesResource map(String name, Map<String, String> data) {
    var map = new GenericKubernetesResource();
    map.setApiVersion("v1");
    map.setKind("ConfigMap");
    map.setMetadata(new ObjectMetaBuilder().withName(name).build());
    map.setAdditionalProperty("data", data);
    return map;
  }

  private static GenericKubernetesResource secret(String name, Map<String, String> texts) {
    var data = new TreeMap<String, String>();
    texts.forEach(
        (key, text) ->
            data.put(
                key, Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))));
    var secret = map(name, data);
    secret.setKind("Secret");
    return secret;
  }
}
