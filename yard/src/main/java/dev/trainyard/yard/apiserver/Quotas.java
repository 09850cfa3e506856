package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.Key;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Keeps a namespace to its ResourceQuotas, in the words of Kubernetes' plugin. What an object
/// takes is put down in the write that stores it, so no two take the same; what is given back is
/// counted by [QuotaKeeper].
final class Quotas implements Admission {

  /// Kinds whose objects may take more later.
  private static final Set<String> GROWING = Set.of(QuotaUsage.SERVICES, QuotaUsage.CLAIMS);

  @Override
  public void judge(Attempt attempt, ObjectNode object) {
    var resource = attempt.kind().resource();
    if (attempt.kind().namespaced() && (attempt.creates() || GROWING.contains(resource))) {
      for (var key : Quota.keys(attempt.transaction(), attempt.namespace())) {
        take(attempt, key, object);
      }
    }
    if (attempt.of(Quota.RESOURCE)) {
      var quota = new Quota(object);
      var counted = quota.counted(attempt.transaction(), attempt.namespace());
      var all = attempt.creates() ? counted.with(quota.taken(Quota.RESOURCE, object)) : counted;
      object.set("status", all.json().path("status"));
    }
  }

  private static void take(Attempt attempt, Key key, ObjectNode object) {
    var transaction = attempt.transaction();
    var resource = attempt.kind().resource();
    var quota = new Quota(transaction.find(key).orElseThrow());
    if (attempt.of(QuotaUsage.PODS)) {
      quota
          .unsaid(object)
          .ifPresent(
              why -> refuse(attempt, object, "failed quota: %s: %s".formatted(quota.name(), why)));
    }
    var more =
        more(
            attempt.before().map(before -> quota.taken(resource, before)),
            quota.taken(resource, object));
    if (more.isEmpty()) {
      return;
    }
    quota.exceededBy(more).ifPresent(why -> refuse(attempt, object, why));
    transaction.put(key, quota.with(more).json());
  }

  /// What is taken beyond what was taken before.
  private static Map<String, Amount> more(
      Optional<Map<String, Amount>> before, Map<String, Amount> after) {
    var more = new TreeMap<String, Amount>();
    after.forEach(
        (name, amount) -> {
          var growth =
              amount.minus(
                  before.map(it -> it.getOrDefault(name, Amount.ZERO)).orElse(Amount.ZERO));
          if (growth.positive()) {
            more.put(name, growth);
          }
        });
    return more;
  }

  private static void refuse(Attempt attempt, ObjectNode object, String why) {
    throw new ApiException(Status.forbidden(attempt.kind(), new ApiObject(object).name(), why));
  }
}
