package dev.trainyard.dialects.tensorstack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.tensorstack.TensorStack;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.pods.Requests;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// How large a pod may be in a queue, as an administrator has written it for all queues. A profile
/// that is not there restricts nobody.
final class Shapes {

  private static final YAMLMapper YAML = new YAMLMapper();

  private static final String KIND = "ConfigMap";
  private static final String NAME = "resource-shapes";
  private static final String KEY = "config.yaml";
  private static final String ANY = "*";

  /// What every container has to say wherever there is a limit to it.
  static final List<String> DECLARED = List.of("cpu", "memory");

  /// What is too much, or not said, in some pod of the job: such as `requests.cpu`.
  static Stream<String> exceeded(Layout job, String profile, Lookup lookup) {
    return rules(profile, lookup)
        .filter(rule -> concerns(rule, job))
        .map(rule -> rule.path("resourceShape"))
        .flatMap(
            shape ->
                Stream.concat(
                    exceeded(job, "requests", shape, Requests::of),
                    exceeded(job, "limits", shape, Shapes::limits)))
        .distinct();
  }

  private static Stream<JsonNode> rules(String profile, Lookup lookup) {
    return Optional.of(lookup)
        .filter(one -> one.sees(KIND))
        .flatMap(one -> one.find(KIND, TensorStack.SYSTEM_NAMESPACE, NAME))
        .map(map -> map.get("data", KEY) instanceof String text ? parsed(text) : parsed(""))
        .stream()
        .flatMap(config -> elements(config.path("profiles")))
        .filter(one -> one.path("name").asText().equals(profile))
        .flatMap(one -> elements(one.path("rules")));
  }

  /// What cannot be read says nothing.
  private static JsonNode parsed(String text) {
    try {
      return YAML.readTree(text);
    } catch (JsonProcessingException _) {
      return YAML.missingNode();
    }
  }

  private static boolean concerns(JsonNode rule, Layout job) {
    return names(rule.path("apiGroups"), job.kind().group())
        && names(rule.path("resources"), job.kind().plural());
  }

  private static boolean names(JsonNode list, String word) {
    return elements(list)
        .map(JsonNode::asText)
        .anyMatch(one -> one.equals(ANY) || one.equals(word));
  }

  private static Stream<JsonNode> elements(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  private static Stream<String> exceeded(
      Layout job, String part, JsonNode shape, Function<Container, Map<String, Quantity>> amounts) {
    return amounts(YAML.convertValue(shape.path(part), Object.class)).entrySet().stream()
        .filter(
            most ->
                job.types().stream()
                    .map(ReplicaType::containers)
                    .anyMatch(pod -> exceeds(pod, most.getKey(), most.getValue(), amounts)))
        .map(most -> part + "." + most.getKey());
  }

  private static boolean exceeds(
      List<Container> pod,
      String resource,
      Quantity most,
      Function<Container, Map<String, Quantity>> amounts) {
    var sum = new TreeMap<String, Quantity>();
    pod.forEach(
        container ->
            Optional.ofNullable(amounts.apply(container).get(resource))
                .ifPresent(amount -> Requests.add(sum, resource, amount)));
    boolean lacking =
        DECLARED.contains(resource)
            && pod.stream().anyMatch(container -> !amounts.apply(container).containsKey(resource));
    return lacking
        || Optional.ofNullable(sum.get(resource))
            .filter(all -> all.getNumericalAmount().compareTo(most.getNumericalAmount()) > 0)
            .isPresent();
  }

  private static Map<String, Quantity> limits(Container container) {
    return Optional.ofNullable(container.getResources())
        .map(ResourceRequirements::getLimits)
        .orElse(Map.of());
  }

  /// What an administrator has written; what is not an amount is no limit.
  static Map<String, Quantity> amounts(@Nullable Object written) {
    var amounts = new TreeMap<String, Quantity>();
    if (written instanceof Map<?, ?> map) {
      map.forEach(
          (name, amount) ->
              quantity(String.valueOf(amount))
                  .ifPresent(quantity -> amounts.put(String.valueOf(name), quantity)));
    }
    return amounts;
  }

  private static Optional<Quantity> quantity(String text) {
    try {
      var quantity = new Quantity(text);
      return quantity.getNumericalAmount().signum() < 0 ? Optional.empty() : Optional.of(quantity);
    } catch (IllegalArgumentException | ArithmeticException _) {
      return Optional.empty();
    }
  }

  private Shapes() {}
}
