package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.Key;
import java.util.List;

/// Gives every new pod an account, and its containers the account's token, as Kubernetes' admission
/// of service accounts does.
final class PodAccounts implements Admission {

  private static final String PLACE = "/var/run/secrets/kubernetes.io/serviceaccount";
  private static final String VOLUME = "kube-api-access-";
  private static final int SECONDS = 3607;
  private static final int MODE = 0644;

  @Override
  public void complete(Attempt attempt, ObjectNode pod) {
    if (!attempt.of("pods")) {
      return;
    }
    var spec = pod.withObjectProperty("spec");
    Json.putIfAbsent(spec, "serviceAccountName", Household.ACCOUNT);
    var name = spec.path("serviceAccountName").asText();
    spec.put("serviceAccount", name);
    var account =
        attempt
            .transaction()
            .find(new Key(Accounts.RESOURCE, attempt.namespace(), name))
            .orElseThrow(() -> missing(attempt, pod, name));
    if (spec.path("imagePullSecrets").isEmpty() && !account.path("imagePullSecrets").isEmpty()) {
      spec.set("imagePullSecrets", account.path("imagePullSecrets").deepCopy());
    }
    if (wantsToken(spec, account)) {
      mount(spec);
    }
  }

  private static ApiException missing(Attempt attempt, ObjectNode pod, String account) {
    return new ApiException(
        Status.forbidden(
            attempt.kind(),
            new ApiObject(pod).name(),
            "error looking up service account %s/%s: serviceaccount \"%s\" not found"
                .formatted(attempt.namespace(), account, account)));
  }

  /// The pod's own word counts before its account's.
  private static boolean wantsToken(JsonNode spec, JsonNode account) {
    var own = spec.path("automountServiceAccountToken");
    var general = account.path("automountServiceAccountToken");
    return own.isBoolean() ? own.asBoolean() : general.asBoolean(true);
  }

  private static void mount(ObjectNode spec) {
    var known =
        spec.path("volumes")
            .valueStream()
            .map(volume -> volume.path("name").asText(""))
            .filter(name -> name.startsWith(VOLUME))
            .findFirst();
    var name = known.orElseGet(() -> VOLUME + GeneratedSuffix.next());
    var mounted = false;
    for (var list : List.of("initContainers", "containers")) {
      for (var container : spec.path(list)) {
        mounted |= container instanceof ObjectNode object && mount(object, name);
      }
    }
    if (mounted && known.isEmpty()) {
      describe(list(spec, "volumes").addObject().put("name", name).putObject("projected"));
    }
  }

  /// Whether the container had nothing of its own in that place.
  private static boolean mount(ObjectNode container, String volume) {
    var mounts = list(container, "volumeMounts");
    if (mounts.valueStream().anyMatch(mount -> mount.path("mountPath").asText().equals(PLACE))) {
      return false;
    }
    mounts.addObject().put("name", volume).put("readOnly", true).put("mountPath", PLACE);
    return true;
  }

  private static ArrayNode list(ObjectNode object, String field) {
    return object.path(field) instanceof ArrayNode list ? list : object.putArray(field);
  }

  private static void describe(ObjectNode projected) {
    var sources = projected.put("defaultMode", MODE).putArray("sources");
    sources
        .addObject()
        .putObject("serviceAccountToken")
        .put("expirationSeconds", SECONDS)
        .put("path", "token");
    var authority = sources.addObject().putObject("configMap").put("name", Household.AUTHORITY);
    authority.putArray("items").addObject().put("key", "ca.crt").put("path", "ca.crt");
    sources
        .addObject()
        .putObject("downwardAPI")
        .putArray("items")
        .addObject()
        .put("path", "namespace")
        .putObject("fieldRef")
        .put("apiVersion", "v1")
        .put("fieldPath", "metadata.namespace");
  }
}
