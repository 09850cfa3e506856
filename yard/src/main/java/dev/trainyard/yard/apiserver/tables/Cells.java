package dev.trainyard.yard.apiserver.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Cells that take more than one field, for the kinds a yard has from the start.
final class Cells {

  private static final Map<String, String> ACCESS_MODES =
      Map.of(
          "ReadWriteOnce", "RWO",
          "ReadOnlyMany", "ROX",
          "ReadWriteMany", "RWX",
          "ReadWriteOncePod", "RWOP");
  private static final String ROLE = "node-role.kubernetes.io/";

  static String entries(ObjectNode object, String... maps) {
    int entries = 0;
    for (var map : maps) {
      entries += object.path(map).size();
    }
    return Integer.toString(entries);
  }

  /// The elements of a list, each as a text, or `<none>`.
  static String joined(JsonNode list, Function<JsonNode, String> text) {
    var texts = new ArrayList<String>();
    list.forEach(element -> texts.add(text.apply(element)));
    return texts.isEmpty() ? Column.NONE : String.join(",", texts);
  }

  static String labels(JsonNode labels) {
    var text =
        labels.properties().stream()
            .map(label -> label.getKey() + "=" + label.getValue().asText())
            .sorted()
            .collect(Collectors.joining(","));
    return text.isEmpty() ? Column.NONE : text;
  }

  static String accessModes(JsonNode modes) {
    var letters = joined(modes, mode -> ACCESS_MODES.getOrDefault(mode.asText(), mode.asText()));
    return letters.equals(Column.NONE) ? "" : letters;
  }

  static String ports(ObjectNode service) {
    return joined(
        service.at("/spec/ports"),
        port -> {
          var node = port.path("nodePort").asInt(0);
          return port.path("port").asText()
              + (node == 0 ? "" : ":" + node)
              + "/"
              + port.path("protocol").asText("TCP");
        });
  }

  static String externalAddress(ObjectNode service) {
    var type = service.at("/spec/type").asText("");
    var given = joined(service.at("/spec/externalIPs"), JsonNode::asText);
    return switch (type) {
      case "ExternalName" -> service.at("/spec/externalName").asText("");
      case "LoadBalancer" -> {
        var balanced =
            joined(
                service.at("/status/loadBalancer/ingress"),
                ingress -> ingress.path("ip").asText(ingress.path("hostname").asText("")));
        yield !balanced.equals(Column.NONE)
            ? balanced
            : given.equals(Column.NONE) ? "<pending>" : given;
      }
      default -> given;
    };
  }

  static String nodeStatus(ObjectNode node) {
    var words = new ArrayList<String>();
    for (var condition : node.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        words.add(condition.path("status").asText().equals("True") ? "Ready" : "NotReady");
      }
    }
    if (words.isEmpty()) {
      words.add("Unknown");
    }
    if (node.at("/spec/unschedulable").asBoolean()) {
      words.add("SchedulingDisabled");
    }
    return String.join(",", words);
  }

  static String roles(ObjectNode node) {
    var roles = new ArrayList<String>();
    node.at("/metadata/labels")
        .properties()
        .forEach(
            label -> {
              if (label.getKey().startsWith(ROLE)) {
                roles.add(label.getKey().substring(ROLE.length()));
              } else if (label.getKey().equals("kubernetes.io/role")) {
                roles.add(label.getValue().asText());
              }
            });
    roles.removeIf(String::isEmpty);
    return roles.isEmpty() ? Column.NONE : roles.stream().sorted().collect(Collectors.joining(","));
  }

  static Function<ObjectNode, String> address(String type) {
    return node -> {
      for (var address : node.at("/status/addresses")) {
        if (address.path("type").asText().equals(type)) {
          return address.path("address").asText();
        }
      }
      return Column.NONE;
    };
  }

  static String jobStatus(ObjectNode job) {
    for (var type : List.of("Complete", "Failed")) {
      if (condition(job, type)) {
        return type;
      }
    }
    if (job.at("/metadata/deletionTimestamp").isTextual()) {
      return "Terminating";
    }
    for (var type : List.of("Suspended", "FailureTarget", "SuccessCriteriaMet")) {
      if (condition(job, type)) {
        return type;
      }
    }
    return "Running";
  }

  private static boolean condition(ObjectNode object, String type) {
    for (var condition : object.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  static String completions(ObjectNode job) {
    var done = job.at("/status/succeeded").asInt(0);
    var wanted = job.at("/spec/completions");
    var parallel = job.at("/spec/parallelism").asInt(0);
    if (wanted.isNumber()) {
      return "%d/%d".formatted(done, wanted.asInt());
    }
    return parallel > 1 ? "%d/1 of %d".formatted(done, parallel) : "%d/1".formatted(done);
  }

  static String duration(ObjectNode job, Instant now) {
    var start = job.at("/status/startTime").asText("");
    var end = job.at("/status/completionTime").asText("");
    if (start.isEmpty()) {
      return "";
    }
    return end.isEmpty()
        ? Ages.since(start, now)
        : Ages.text(Duration.between(Instant.parse(start), Instant.parse(end)));
  }

  static String readyReplicas(ObjectNode object) {
    return "%d/%d"
        .formatted(
            object.at("/status/readyReplicas").asInt(0), object.at("/spec/replicas").asInt(1));
  }

  static String containers(ObjectNode object, String field) {
    return joined(
        object.at("/spec/template/spec/containers"), container -> container.path(field).asText());
  }

  static String subjects(ObjectNode binding, String kind) {
    var subjects = new ArrayList<String>();
    for (var subject : binding.path("subjects")) {
      if (subject.path("kind").asText().equals(kind)) {
        var namespace = subject.path("namespace").asText("");
        subjects.add((namespace.isEmpty() ? "" : namespace + "/") + subject.path("name").asText());
      }
    }
    return String.join(", ", subjects);
  }

  private Cells() {}
}
