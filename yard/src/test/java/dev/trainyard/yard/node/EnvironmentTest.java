package dev.trainyard.yard.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainyard.yard.node.network.Address;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentTest {

  private static final Pod POD =
      new PodBuilder()
          .withNewMetadata()
          .withName("mnist-worker-0")
          .withNamespace("team")
          .withUid("u-1")
          .addToLabels("role", "worker")
          .addToAnnotations("trainyard.dev/note", "hi")
          .endMetadata()
          .withNewSpec()
          .withNodeName("here")
          .endSpec()
          .build();

  @Test
  void lets_a_variable_use_only_earlier_ones() throws Exception {
    var container =
        new ContainerBuilder()
            .addNewEnv()
            .withName("EARLY")
            .withValue("$(LATE)")
            .endEnv()
            .addNewEnv()
            .withName("LATE")
            .withValue("x")
            .endEnv()
            .addNewEnv()
            .withName("BOTH")
            .withValue("$(EARLY)-$(LATE)")
            .endEnv()
            .build();

    assertThat(values(container))
        .isEqualTo(Map.of("EARLY", "$(LATE)", "LATE", "x", "BOTH", "$(LATE)-x"));
  }

  @Test
  void takes_whole_maps_first_and_lets_single_variables_win() throws Exception {
    var container =
        new ContainerBuilder()
            .addNewEnv()
            .withName("CFG_LR")
            .withValue("0.1")
            .endEnv()
            .addNewEnvFrom()
            .withPrefix("CFG_")
            .withNewConfigMapRef("settings", false)
            .endEnvFrom()
            .addNewEnvFrom()
            .withNewSecretRef("token", false)
            .endEnvFrom()
            .build();

    assertThat(values(container))
        .isEqualTo(Map.of("CFG_LR", "0.1", "CFG_BATCH", "32", "TOKEN", "s3cr3t"));
  }

  @Test
  void shows_nobody_what_comes_from_a_secret() throws Exception {
    var container =
        new ContainerBuilder()
            .addNewEnv()
            .withName("LOGIN")
            .withValue("me:$(TOKEN)")
            .endEnv()
            .addNewEnvFrom()
            .withNewSecretRef("token", false)
            .endEnvFrom()
            .build();

    assertThat(Environment.of(POD, container, sources()).toString())
        .contains("LOGIN=me:$(TOKEN)")
        .doesNotContain("s3cr3t");
  }

  @Test
  void waits_for_a_map_that_is_not_there() {
    assertThatThrownBy(() -> Environment.of(POD, fromMap("missing", "LR", false), sources()))
        .isInstanceOf(Environment.Missing.class)
        .hasMessage("ConfigMap team/missing does not exist; the container starts once it does.");
  }

  @Test
  void waits_for_a_key_that_is_not_there() {
    assertThatThrownBy(() -> Environment.of(POD, fromMap("settings", "DECAY", false), sources()))
        .hasMessage(
            "ConfigMap team/settings has no key \"DECAY\"; the container starts once it does.");
  }

  @Test
  void goes_without_what_is_optional() throws Exception {
    assertThat(Environment.of(POD, fromMap("missing", "LR", true), sources())).isEmpty();
  }

  @Test
  void gives_an_empty_PET_STANDALONE_a_value() throws Exception {
    var container =
        new ContainerBuilder()
            .addNewEnv()
            .withName("PET_STANDALONE")
            .withValue("")
            .endEnv()
            .build();

    assertThat(values(container)).isEqualTo(Map.of("PET_STANDALONE", "1"));
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "metadata.name, mnist-worker-0",
    "metadata.namespace, team",
    "metadata.uid, u-1",
    "metadata.labels['role'], worker",
    "metadata.annotations['trainyard.dev/note'], hi",
    "metadata.labels['none'], ''",
    "spec.nodeName, here",
    "spec.serviceAccountName, default",
    "status.podIP, 10.0.0.7",
    "status.hostIP, 10.0.0.1",
  })
  void knows_the_fields_of_a_pod(String path, String expected) {
    assertThat(facts().field(path)).contains(expected);
  }

  @ParameterizedTest(name = "{0} in units of {1} is {2}")
  @CsvSource({
    "limits.cpu, 1, 2",
    "limits.cpu, 1m, 1500",
    "requests.cpu, 1m, 500",
    "limits.memory, 1Mi, 2048",
    "limits.memory, 0, 2147483648",
    "requests.memory, 1Mi, 2048",
    "limits.ephemeral-storage, 1, 99",
  })
  void knows_what_a_container_asked_for(String resource, String divisor, String expected) {
    var container =
        new ContainerBuilder()
            .withNewResources()
            .addToLimits("cpu", new Quantity("1500m"))
            .addToLimits("memory", new Quantity("2Gi"))
            .addToRequests("cpu", new Quantity("500m"))
            .endResources()
            .build();

    assertThat(facts().resource(container, resource, Optional.of(divisor))).isEqualTo(expected);
  }

  @Test
  void inherits_only_a_short_list_from_the_machine() {
    var machine =
        Map.of("PATH", "/bin", "LC_ALL", "C", "CONDA_PREFIX", "/c", "AWS_SECRET_ACCESS_KEY", "x");

    assertThat(Environment.inherited(machine))
        .isEqualTo(Map.of("PATH", "/bin", "LC_ALL", "C", "CONDA_PREFIX", "/c"));
  }

  private static Container fromMap(String name, String key, boolean optional) {
    return new ContainerBuilder()
        .addToEnv(
            new EnvVarBuilder()
                .withName("X")
                .withNewValueFrom()
                .withNewConfigMapKeyRef(key, name, optional)
                .endValueFrom()
                .build())
        .build();
  }

  private static PodFacts facts() {
    return new PodFacts(
        POD, new Address("10.0.0.7", "10.0.0.1"), Map.of("ephemeral-storage", new Quantity("99")));
  }

  private static Environment.Sources sources() {
    return new Environment.Sources() {
      @Override
      public Optional<Map<String, String>> configMap(String name) {
        return name.equals("settings")
            ? Optional.of(Map.of("LR", "0.5", "BATCH", "32"))
            : Optional.empty();
      }

      @Override
      public Optional<Map<String, String>> secret(String name) {
        return name.equals("token") ? Optional.of(Map.of("TOKEN", "s3cr3t")) : Optional.empty();
      }

      @Override
      public Optional<String> field(String path) {
        return facts().field(path);
      }

      @Override
      public String resource(Container container, String name, Optional<String> divisor) {
        return facts().resource(container, name, divisor);
      }
    };
  }

  private static Map<String, String> values(Container container) throws Environment.Missing {
    return Environment.of(POD, container, sources()).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().value()));
  }
}
