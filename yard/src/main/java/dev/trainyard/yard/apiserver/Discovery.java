package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.KubernetesVersion;
import dev.trainyard.yard.http.Call;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Tells clients which kinds there are and what can be done with them.
final class Discovery {

  private static final List<String> VERBS =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
  private static final List<String> PART_VERBS = List.of("get", "patch", "update");
  private static final List<String> CONNECT_VERBS = List.of("create", "get");

  private final Kinds kinds;

  Discovery(Kinds kinds) {
    this.kinds = kinds;
  }

  void version(Call call) throws IOException {
    Replies.json(call, 200, KubernetesVersion.asTold());
  }

  void coreVersions(Call call) throws IOException {
    var json = Json.object().put("kind", "APIVersions");
    json.set("versions", Json.array(List.of("v1")));
    json.putArray("serverAddressByClientCIDRs");
    Replies.json(call, 200, json);
  }

  void groups(Call call) throws IOException {
    var json = Json.object().put("kind", "APIGroupList").put("apiVersion", "v1");
    var list = json.putArray("groups");
    versionsByGroup().forEach((group, versions) -> describe(list.addObject(), group, versions));
    Replies.json(call, 200, json);
  }

  void group(Call call) throws IOException {
    var group = call.parameter("group");
    var versions = versionsByGroup().get(group);
    if (versions == null) {
      throw Replies.noSuchPath();
    }
    var json = Json.object().put("kind", "APIGroup").put("apiVersion", "v1");
    describe(json, group, versions);
    Replies.json(call, 200, json);
  }

  private Map<String, Set<String>> versionsByGroup() {
    var groups = new LinkedHashMap<String, Set<String>>();
    kinds.all().stream()
        .filter(kind -> !kind.group().isEmpty())
        .forEach(
            kind ->
                groups
                    .computeIfAbsent(kind.group(), _ -> new LinkedHashSet<>())
                    .add(kind.version()));
    Reviews.groups().forEach(group -> groups.put(group, Set.of(Reviews.VERSION)));
    groups.put(MetricsApi.GROUP, Set.of(MetricsApi.VERSION));
    return groups;
  }

  private static void describe(ObjectNode json, String group, Set<String> versions) {
    json.put("name", group);
    var list = json.putArray("versions");
    versions.forEach(version -> versionOf(list.addObject(), group, version));
    versionOf(json.putObject("preferredVersion"), group, versions.iterator().next());
  }

  private static void versionOf(ObjectNode json, String group, String version) {
    json.put("groupVersion", group + "/" + version).put("version", version);
  }

  void resources(Call call) throws IOException {
    var group = call.parameter("group");
    var version = call.parameter("version");
    var found =
        kinds.all().stream()
            .filter(kind -> kind.group().equals(group) && kind.version().equals(version))
            .toList();
    if (found.isEmpty()) {
      throw Replies.noSuchPath();
    }
    var json =
        Json.object()
            .put("kind", "APIResourceList")
            .put("apiVersion", "v1")
            .put("groupVersion", found.getFirst().apiVersion());
    var resources = json.putArray("resources");
    found.forEach(kind -> describe(resources, kind));
    Replies.json(call, 200, json);
  }

  private static void describe(ArrayNode resources, Kind kind) {
    var whole = part(resources, kind, kind.plural(), kind.name(), VERBS);
    whole.put("singularName", kind.names().singular());
    if (!kind.names().shortNames().isEmpty()) {
      whole.set("shortNames", Json.array(kind.names().shortNames()));
    }
    if (!kind.names().categories().isEmpty()) {
      whole.set("categories", Json.array(kind.names().categories()));
    }
    if (kind.hasStatus()) {
      part(resources, kind, kind.plural() + "/status", kind.name(), PART_VERBS);
    }
    if (kind.scale().isPresent()) {
      part(resources, kind, kind.plural() + "/scale", "Scale", PART_VERBS)
          .put("group", "autoscaling")
          .put("version", "v1");
    }
    if (kind.resource().equals(Accounts.RESOURCE)) {
      part(resources, kind, kind.plural() + "/token", "TokenRequest", List.of("create"))
          .put("group", "authentication.k8s.io")
          .put("version", "v1");
    }
    if (kind.resource().equals("pods")) {
      part(resources, kind, "pods/log", kind.name(), List.of("get"));
      part(resources, kind, "pods/exec", "PodExecOptions", CONNECT_VERBS);
      part(resources, kind, "pods/attach", "PodAttachOptions", CONNECT_VERBS);
      part(resources, kind, "pods/portforward", "PodPortForwardOptions", CONNECT_VERBS);
      part(resources, kind, "bindings", "Binding", List.of("create"));
      part(resources, kind, "pods/binding", "Binding", List.of("create"));
    }
  }

  private static ObjectNode part(
      ArrayNode resources, Kind kind, String name, String kindName, List<String> verbs) {
    var part =
        resources
            .addObject()
            .put("name", name)
            .put("singularName", "")
            .put("namespaced", kind.namespaced())
            .put("kind", kindName);
    part.set("verbs", Json.array(verbs));
    return part;
  }
}
