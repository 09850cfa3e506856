package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// Keeps pods and claims to the LimitRanges of their namespace, in the words of Kubernetes' plugin.
final class LimitRanges implements Admission {

  private static final String RESOURCE = "limitranges";
  private static final String PODS = "pods";
  private static final String CLAIMS = "persistentvolumeclaims";

  /// Requests and limits of one thing; of a claim, requests alone.
  private record Asked(Map<String, Amount> requests, Map<String, Amount> limits) {
    static Asked of(JsonNode resources) {
      return new Asked(amounts(resources.path("requests")), amounts(resources.path("limits")));
    }
  }

  @Override
  public void complete(Attempt attempt, ObjectNode object) {
    if (!attempt.of(PODS)) {
      return;
    }
    for (var item : items(attempt, "Container")) {
      var added = new ArrayList<String>();
      for (var container : object.at("/spec/containers")) {
        fillIn(container, item, "container", added);
      }
      for (var container : object.at("/spec/initContainers")) {
        fillIn(container, item, "init container", added);
      }
      if (!added.isEmpty()) {
        object
            .withObjectProperty("metadata")
            .withObjectProperty("annotations")
            .put(
                "kubernetes.io/limit-ranger",
                "LimitRanger plugin set: " + String.join("; ", added));
      }
    }
  }

  private static void fillIn(JsonNode container, JsonNode item, String what, List<String> added) {
    if (!(container instanceof ObjectNode object)) {
      return;
    }
    var name = container.path("name").asText();
    for (var list : List.of(List.of("defaultRequest", "requests"), List.of("default", "limits"))) {
      var set = new TreeSet<String>();
      for (var usual : item.path(list.getFirst()).properties()) {
        var given = object.withObjectProperty("resources").withObjectProperty(list.getLast());
        if (!given.has(usual.getKey())) {
          given.set(usual.getKey(), usual.getValue());
          set.add(usual.getKey());
        }
      }
      if (!set.isEmpty()) {
        var word = list.getLast().equals("requests") ? "request" : "limit";
        added.add("%s %s for %s %s".formatted(String.join(", ", set), word, what, name));
      }
    }
  }

  @Override
  public void judge(Attempt attempt, ObjectNode object) {
    var problems =
        attempt.of(PODS) && attempt.creates()
            ? podProblems(attempt, object.path("spec"))
            : attempt.of(CLAIMS) ? claimProblems(attempt, object) : List.<String>of();
    if (!problems.isEmpty()) {
      throw new ApiException(
          Status.forbidden(
              attempt.kind(), new ApiObject(object).name(), Status.together(problems)));
    }
  }

  private static List<String> podProblems(Attempt attempt, JsonNode spec) {
    var problems = new ArrayList<String>();
    for (var item : items(attempt, "Container")) {
      for (var list : List.of("containers", "initContainers")) {
        for (var container : spec.path(list)) {
          check(item, "Container", Asked.of(container.path("resources")), problems);
        }
      }
    }
    for (var item : items(attempt, "Pod")) {
      var whole =
          new Asked(PodResources.total(spec, "requests"), PodResources.total(spec, "limits"));
      check(item, "Pod", whole, problems);
    }
    return problems;
  }

  private static List<String> claimProblems(Attempt attempt, ObjectNode claim) {
    var problems = new ArrayList<String>();
    var type = "PersistentVolumeClaim";
    for (var item : items(attempt, type)) {
      var requests = amounts(claim.at("/spec/resources/requests"));
      amounts(item.path("min"))
          .forEach((name, least) -> atLeast(name, type, least, requests, problems));
      amounts(item.path("max"))
          .forEach((name, most) -> requestAtMost(name, type, most, requests, problems));
    }
    return problems;
  }

  private static void check(JsonNode item, String type, Asked asked, List<String> problems) {
    amounts(item.path("min"))
        .forEach(
            (name, least) -> {
              if (atLeast(name, type, least, asked.requests(), problems)) {
                Optional.ofNullable(asked.limits().get(name))
                    .filter(limit -> limit.compareTo(least) < 0)
                    .ifPresent(
                        limit ->
                            problems.add(
                                "minimum %s usage per %s is %s, but limit is %s"
                                    .formatted(name, type, least, limit)));
              }
            });
    amounts(item.path("max")).forEach((name, most) -> atMost(name, type, most, asked, problems));
    amounts(item.path("maxLimitRequestRatio"))
        .forEach((name, most) -> inProportion(name, type, most, asked, problems));
  }

  private static boolean atLeast(
      String name, String type, Amount least, Map<String, Amount> requests, List<String> problems) {
    var request = Optional.ofNullable(requests.get(name));
    var enough = request.filter(it -> it.compareTo(least) >= 0).isPresent();
    if (!enough) {
      problems.add(
          "minimum %s usage per %s is %s%s"
              .formatted(name, type, least, ifAny(request, "request")));
    }
    return enough;
  }

  private static void atMost(
      String name, String type, Amount most, Asked asked, List<String> problems) {
    var limit = Optional.ofNullable(asked.limits().get(name));
    if (limit.filter(it -> it.compareTo(most) <= 0).isEmpty()) {
      problems.add(
          "maximum %s usage per %s is %s%s".formatted(name, type, most, ifAny(limit, "limit")));
    } else {
      Optional.ofNullable(asked.requests().get(name))
          .filter(request -> request.compareTo(most) > 0)
          .ifPresent(_ -> requestAtMost(name, type, most, asked.requests(), problems));
    }
  }

  private static void requestAtMost(
      String name, String type, Amount most, Map<String, Amount> requests, List<String> problems) {
    var request = Optional.ofNullable(requests.get(name));
    if (request.filter(it -> it.compareTo(most) <= 0).isEmpty()) {
      problems.add(
          "maximum %s usage per %s is %s%s".formatted(name, type, most, ifAny(request, "request")));
    }
  }

  private static String ifAny(Optional<Amount> found, String word) {
    return found
        .map(amount -> ", but %s is %s".formatted(word, amount))
        .orElse(".  No %s is specified".formatted(word));
  }

  private static void inProportion(
      String name, String type, Amount most, Asked asked, List<String> problems) {
    var request = Optional.ofNullable(asked.requests().get(name)).filter(Amount::positive);
    var limit = Optional.ofNullable(asked.limits().get(name)).filter(Amount::positive);
    var rule = "%s max limit to request ratio per %s is %s".formatted(name, type, most);
    if (request.isEmpty() || limit.isEmpty()) {
      var lacking = request.isEmpty() ? "request" : "limit";
      problems.add("%s, but no %s is specified or %s is 0".formatted(rule, lacking, lacking));
      return;
    }
    var ratio = limit.get().over(request.get());
    if (ratio > most.value().doubleValue()) {
      problems.add("%s, but provided ratio is %f".formatted(rule, ratio));
    }
  }

  private static List<JsonNode> items(Attempt attempt, String type) {
    var transaction = attempt.transaction();
    var items = new ArrayList<JsonNode>();
    for (var key : transaction.keys(Range.of(RESOURCE, Optional.of(attempt.namespace())))) {
      for (var item : transaction.find(key).orElseThrow().at("/spec/limits")) {
        if (item.path("type").asText().equals(type)) {
          items.add(item);
        }
      }
    }
    return items;
  }

  private static Map<String, Amount> amounts(JsonNode list) {
    var amounts = new TreeMap<String, Amount>();
    list.properties().forEach(entry -> amounts.put(entry.getKey(), Amount.of(entry.getValue())));
    return amounts;
  }
}
