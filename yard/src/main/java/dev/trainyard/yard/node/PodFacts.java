package dev.trainyard.yard.node;

import dev.trainyard.yard.node.network.Address;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What `fieldRef` and `resourceFieldRef` may ask about a pod.
record PodFacts(Pod pod, Address address, Map<String, Quantity> machine) {

  private static final Pattern KEYED =
      Pattern.compile("metadata\\.(labels|annotations)\\['([^']*)'\\]");

  Optional<String> field(String path) {
    var metadata = pod.getMetadata();
    var keyed = KEYED.matcher(path);
    if (keyed.matches()) {
      var map = keyed.group(1).equals("labels") ? metadata.getLabels() : metadata.getAnnotations();
      // A label that is not set is an empty value, not an error.
      return Optional.of(map == null ? "" : map.getOrDefault(keyed.group(2), ""));
    }
    return Optional.ofNullable(
        switch (path) {
          case "metadata.name" -> metadata.getName();
          case "metadata.namespace" -> metadata.getNamespace();
          case "metadata.uid" -> metadata.getUid();
          case "metadata.labels" -> lines(metadata.getLabels());
          case "metadata.annotations" -> lines(metadata.getAnnotations());
          case "spec.nodeName" -> pod.getSpec().getNodeName();
          case "spec.serviceAccountName" ->
              Optional.ofNullable(pod.getSpec().getServiceAccountName()).orElse("default");
          case "status.podIP", "status.podIPs" -> address.podIp();
          case "status.hostIP", "status.hostIPs" -> address.hostIp();
          default -> null;
        });
  }

  /// One line each, sorted, the value quoted.
  private static String lines(@Nullable Map<String, String> map) {
    return new TreeMap<>(map == null ? Map.of() : map)
        .entrySet().stream()
            .map(entry -> "%s=\"%s\"".formatted(entry.getKey(), quoted(entry.getValue())))
            .collect(Collectors.joining("\n"));
  }

  private static String quoted(String text) {
    return text.replace("\\", "\\\\")
        .replace("\"", "\\\"")
        .replace("\n", "\\n")
        .replace("\t", "\\t");
  }

  /// `limits.cpu` and the like, in units of the divisor, rounded up. A limit that is not set is the
  /// whole machine, a request that is not set is the limit or nothing.
  String resource(Container container, String name, Optional<String> divisor) {
    var dot = name.indexOf('.');
    var kind = name.substring(0, Math.max(dot, 0));
    var resource = name.substring(dot + 1);
    var asked = container.getResources();
    var limits =
        asked == null || asked.getLimits() == null ? Map.<String, Quantity>of() : asked.getLimits();
    var requests =
        asked == null || asked.getRequests() == null
            ? Map.<String, Quantity>of()
            : asked.getRequests();
    var none = new Quantity("0");
    var amount =
        kind.equals("limits")
            ? Optional.ofNullable(limits.get(resource)).orElse(machine.getOrDefault(resource, none))
            : Optional.ofNullable(requests.get(resource))
                .orElse(limits.getOrDefault(resource, none));
    var unit = divisor.map(Quantity::new).map(PodFacts::number).orElse(BigDecimal.ONE);
    return number(amount)
        .divide(unit.signum() == 0 ? BigDecimal.ONE : unit, 0, RoundingMode.CEILING)
        .toPlainString();
  }

  private static BigDecimal number(Quantity quantity) {
    return Quantity.getAmountInBytes(quantity);
  }
}
