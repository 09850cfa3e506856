package dev.trainyard.yard.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The environment a container asks for: literals, ConfigMaps, Secrets and facts about its pod.
final class Environment {

  /// What of this machine a process may see. Everything else stays out, so that a job does not come
  /// to depend on, or leak, the shell the yard was started from.
  private static final Set<String> INHERITED =
      Set.of(
          "PATH",
          "HOME",
          "USER",
          "LANG",
          "TZ",
          "TMPDIR",
          "LD_LIBRARY_PATH",
          "PYTHONPATH",
          "VIRTUAL_ENV",
          "SSL_CERT_FILE",
          "CUDA_HOME",
          "http_proxy",
          "https_proxy",
          "no_proxy",
          "HTTP_PROXY",
          "HTTPS_PROXY",
          "NO_PROXY");

  /// Where values kept elsewhere are read from.
  interface Sources {
    Optional<Map<String, String>> configMap(String name);

    Optional<Map<String, String>> secret(String name);

    Optional<String> field(String path);

    String resource(Container container, String name, Optional<String> divisor);
  }

  /// A value that is not there yet. The container waits for it.
  static final class Missing extends Exception {
    private final String what;

    Missing(String what) {
      super(what);
      this.what = what;
    }

    String what() {
      return what;
    }
  }

  static Map<String, String> inherited(Map<String, String> machine) {
    return machine.entrySet().stream()
        .filter(
            entry ->
                INHERITED.contains(entry.getKey())
                    || entry.getKey().startsWith("LC_")
                    || entry.getKey().startsWith("CONDA_"))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /// What the container's spec says, in its order: later entries win and may use earlier ones.
  static Map<String, Discreet> of(Pod pod, Container container, Sources sources) throws Missing {
    var variables = new LinkedHashMap<String, Discreet>();
    for (var from : container.getEnvFrom()) {
      var prefix = Optional.ofNullable(from.getPrefix()).orElse("");
      var map = from.getConfigMapRef();
      if (map != null) {
        whole(sources.configMap(map.getName()), "ConfigMap", map.getName(), map.getOptional(), pod)
            .forEach((name, value) -> variables.put(prefix + name, Discreet.open(value)));
      }
      var secret = from.getSecretRef();
      if (secret != null) {
        whole(
                sources.secret(secret.getName()),
                "Secret",
                secret.getName(),
                secret.getOptional(),
                pod)
            .forEach(
                (name, value) ->
                    variables.put(prefix + name, Discreet.secret(prefix + name, value)));
      }
    }
    for (var variable : container.getEnv()) {
      var value = value(pod, container, variable, variables, sources);
      value.ifPresent(text -> variables.put(variable.getName(), text));
    }
    // torch reads the mere presence of this variable as a number.
    variables.computeIfPresent(
        "PET_STANDALONE", (_, text) -> text.value().isEmpty() ? Discreet.open("1") : text);
    return variables;
  }

  private static Optional<Discreet> value(
      Pod pod, Container container, EnvVar variable, Map<String, Discreet> earlier, Sources sources)
      throws Missing {
    var from = variable.getValueFrom();
    return from == null
        ? Optional.of(
            Expansion.expand(Optional.ofNullable(variable.getValue()).orElse(""), earlier))
        : from(pod, container, variable, from, sources);
  }

  private static Optional<Discreet> from(
      Pod pod, Container container, EnvVar variable, EnvVarSource from, Sources sources)
      throws Missing {
    var map = from.getConfigMapKeyRef();
    if (map != null) {
      var found = sources.configMap(map.getName());
      return key(found, "ConfigMap", map.getName(), map.getKey(), map.getOptional(), pod)
          .map(Discreet::open);
    }
    var secret = from.getSecretKeyRef();
    if (secret != null) {
      var found = sources.secret(secret.getName());
      return key(found, "Secret", secret.getName(), secret.getKey(), secret.getOptional(), pod)
          .map(value -> Discreet.secret(variable.getName(), value));
    }
    var field = from.getFieldRef();
    if (field != null) {
      var value = sources.field(field.getFieldPath());
      if (value.isEmpty()) {
        throw new Missing(
            "Variable %s: the pod has no field %s that a container may read."
                .formatted(variable.getName(), field.getFieldPath()));
      }
      return value.map(Discreet::open);
    }
    var resource = from.getResourceFieldRef();
    if (resource != null) {
      return Optional.of(
          Discreet.open(
              sources.resource(
                  container,
                  resource.getResource(),
                  Optional.ofNullable(resource.getDivisor()).map(Object::toString))));
    }
    throw new Missing("Variable %s: its valueFrom names no source.".formatted(variable.getName()));
  }

  private static Map<String, String> whole(
      Optional<Map<String, String>> found, String kind, String name, Boolean optional, Pod pod)
      throws Missing {
    if (found.isEmpty() && !Boolean.TRUE.equals(optional)) {
      throw new Missing(
          "%s %s/%s does not exist; the container starts once it does."
              .formatted(kind, pod.getMetadata().getNamespace(), name));
    }
    return found.orElse(Map.of());
  }

  private static Optional<String> key(
      Optional<Map<String, String>> found,
      String kind,
      String name,
      String key,
      Boolean optional,
      Pod pod)
      throws Missing {
    var value = found.map(data -> data.get(key));
    if (value.isEmpty() && !Boolean.TRUE.equals(optional)) {
      var what = found.isEmpty() ? "does not exist" : "has no key \"%s\"".formatted(key);
      throw new Missing(
          "%s %s/%s %s; the container starts once it does."
              .formatted(kind, pod.getMetadata().getNamespace(), name, what));
    }
    return value;
  }

  private Environment() {}
}
