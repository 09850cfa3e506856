package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.Key;
import dev.trainyard.yard.store.Range;
import dev.trainyard.yard.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A ResourceQuota: what may be taken in its namespace, what is taken, and the sums over both.
record Quota(ObjectNode json) {

  static final String RESOURCE = "resourcequotas";

  private static final List<String> MUST_BE_SAID =
      List.of("cpu", "limits.cpu", "limits.memory", "memory", "requests.cpu", "requests.memory");

  /// Where nobody has a quota this is all there is to do.
  static List<Key> keys(Transaction transaction, String namespace) {
    return List.copyOf(transaction.keys(Range.of(RESOURCE, Optional.of(namespace))));
  }

  String name() {
    return new ApiObject(json).name();
  }

  Map<String, Amount> hard() {
    return QuotaUsage.read(json.at("/spec/hard"));
  }

  private Map<String, Amount> used() {
    return QuotaUsage.read(json.at("/status/used"));
  }

  /// What this object takes of what is limited here.
  Map<String, Amount> taken(String resource, JsonNode object) {
    if (!QuotaScopes.include(json.path("spec"), resource, object)) {
      return Map.of();
    }
    var taken = QuotaUsage.of(resource, object);
    taken.keySet().retainAll(hard().keySet());
    return taken;
  }

  /// What must be said of every container where this quota counts it, and is not.
  ///
  /// @return nothing, or the rule and whom it is about
  Optional<String> unsaid(JsonNode pod) {
    if (!QuotaScopes.include(json.path("spec"), QuotaUsage.PODS, pod)) {
      return Optional.empty();
    }
    var names = new TreeSet<>(hard().keySet());
    names.retainAll(MUST_BE_SAID);
    var problems = new ArrayList<String>();
    for (var name : names) {
      var silent = new TreeSet<String>();
      for (var list : List.of("containers", "initContainers")) {
        for (var container : pod.path("spec").path(list)) {
          if (!says(container, name)) {
            silent.add(container.path("name").asText());
          }
        }
      }
      if (!silent.isEmpty()) {
        problems.add("%s for: %s".formatted(name, String.join(",", silent)));
      }
    }
    return problems.isEmpty()
        ? Optional.empty()
        : Optional.of("must specify " + String.join("; ", problems));
  }

  private static boolean says(JsonNode container, String name) {
    var list = name.startsWith("limits.") ? "limits" : "requests";
    var resource = name.substring(name.indexOf('.') + 1);
    return container.path("resources").path(list).has(resource);
  }

  /// Why so much more is too much; nothing where it is not. Whoever takes no more is not refused
  /// for what was taken before.
  Optional<String> exceededBy(Map<String, Amount> more) {
    var hard = hard();
    var used = used();
    var exceeded = new TreeMap<String, Amount>();
    more.forEach(
        (name, amount) -> {
          var sum = used.getOrDefault(name, Amount.ZERO).plus(amount);
          if (sum.compareTo(hard.getOrDefault(name, Amount.ZERO)) > 0) {
            exceeded.put(name, amount);
          }
        });
    return exceeded.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "exceeded quota: %s, requested: %s, used: %s, limited: %s"
                .formatted(
                    name(),
                    shown(exceeded, exceeded),
                    shown(exceeded, used),
                    shown(exceeded, hard)));
  }

  private static String shown(Map<String, Amount> which, Map<String, Amount> amounts) {
    return which.keySet().stream()
        .map(name -> "%s=%s".formatted(name, amounts.getOrDefault(name, Amount.ZERO)))
        .collect(Collectors.joining(","));
  }

  Quota with(Map<String, Amount> more) {
    var used = used();
    more.forEach((name, amount) -> used.merge(name, amount, Amount::plus));
    return using(used);
  }

  /// Counted anew, from all that is there.
  Quota counted(Transaction transaction, String namespace) {
    var used = new TreeMap<String, Amount>();
    hard().keySet().forEach(name -> used.put(name, Amount.ZERO));
    var resources = new TreeSet<String>();
    used.keySet().forEach(name -> resources.add(QuotaUsage.resourceOf(name)));
    for (var resource : resources) {
      for (var key : transaction.keys(Range.of(resource, Optional.of(namespace)))) {
        transaction
            .find(key)
            .ifPresent(
                object ->
                    taken(resource, object)
                        .forEach((name, amount) -> used.merge(name, amount, Amount::plus)));
      }
    }
    return using(used);
  }

  private Quota using(Map<String, Amount> used) {
    var copy = json.deepCopy();
    var status = copy.putObject("status");
    status.set("hard", QuotaUsage.written(hard()));
    status.set("used", QuotaUsage.written(used));
    return new Quota(copy);
  }
}
