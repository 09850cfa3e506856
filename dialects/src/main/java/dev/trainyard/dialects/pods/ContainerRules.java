package dev.trainyard.dialects.pods;

import dev.trainyard.dialects.Problem;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What one container of a pod must be.
///
/// @param volumes the names of the pod's volumes
/// @param onHost whether the pod has its node's network
record ContainerRules(String at, Set<String> volumes, boolean onHost, List<Problem> problems) {

  private static final int MAX_PORT = 65_535;

  private static final List<String> PROTOCOLS = List.of("TCP", "UDP", "SCTP");
  private static final List<String> PULLS = List.of("Always", "IfNotPresent", "Never");
  private static final List<String> MESSAGES = List.of("File", "FallbackToLogsOnError");

  /// What a pod may tell its containers of itself.
  private static final Pattern FIELDS =
      Pattern.compile(
          "metadata\\.(name|namespace|uid)|metadata\\.(labels|annotations)\\['[^']+'\\]"
              + "|spec\\.(nodeName|serviceAccountName)|status\\.(hostIPs?|podIPs?)");

  void check(Container container) {
    image(container.getImage());
    word(".imagePullPolicy", container.getImagePullPolicy(), PULLS);
    word(".terminationMessagePolicy", container.getTerminationMessagePolicy(), MESSAGES);
    ports(nonNull(container.getPorts()));
    environment(nonNull(container.getEnv()));
    sources(nonNull(container.getEnvFrom()));
    Amounts.check(at + ".resources", container.getResources(), problems);
    VolumeRules.mounts(
        at + ".volumeMounts", nonNull(container.getVolumeMounts()), volumes, problems);
  }

  /// That there must be one is for the kind of job to say.
  private void image(@Nullable String image) {
    if (image != null && !image.equals(image.strip())) {
      problems.add(
          Problem.invalid(at + ".image", image, "must not have leading or trailing whitespace"));
    }
  }

  private void word(String field, @Nullable String word, Collection<String> known) {
    if (word != null && !word.isEmpty() && !known.contains(word)) {
      problems.add(Problem.unsupported(at + field, word, known));
    }
  }

  private void ports(List<ContainerPort> ports) {
    var names = new HashSet<String>();
    for (int i = 0; i < ports.size(); i++) {
      var here = "%s.ports[%d]".formatted(at, i);
      var port = ports.get(i);
      var name = Optional.ofNullable(port.getName()).orElse("");
      if (!name.isEmpty()) {
        Names.port(here + ".name", name).ifPresent(problems::add);
        if (!names.add(name)) {
          problems.add(Problem.duplicate(here + ".name", name, "give each port a name of its own"));
        }
      }
      int number = Optional.ofNullable(port.getContainerPort()).orElse(0);
      range(here + ".containerPort", number);
      word(".ports[%d].protocol".formatted(i), port.getProtocol(), PROTOCOLS);
      host(here + ".hostPort", port.getHostPort(), number);
    }
  }

  private void host(String at, @Nullable Integer port, int container) {
    if (port == null || port == 0) {
      return;
    }
    range(at, port);
    if (onHost && port != container) {
      problems.add(
          Problem.invalid(at, port, "must be %d, as hostNetwork is true".formatted(container)));
    }
  }

  private void range(String at, int port) {
    if (port < 1 || port > MAX_PORT) {
      problems.add(Problem.invalid(at, port, "must be between 1 and %d".formatted(MAX_PORT)));
    }
  }

  private void environment(List<EnvVar> variables) {
    for (int i = 0; i < variables.size(); i++) {
      var here = "%s.env[%d]".formatted(at, i);
      var variable = variables.get(i);
      Names.variable(here + ".name", variable.getName()).ifPresent(problems::add);
      if (variable.getValueFrom() != null) {
        if (variable.getValue() != null && !variable.getValue().isEmpty()) {
          problems.add(
              Problem.forbidden(here + ".valueFrom", "must not be used together with value"));
        }
        source(here + ".valueFrom", variable.getValueFrom());
      }
    }
  }

  private void source(String at, EnvVarSource source) {
    long kinds =
        Stream.<@Nullable Object>of(
                source.getFieldRef(),
                source.getResourceFieldRef(),
                source.getConfigMapKeyRef(),
                source.getSecretKeyRef(),
                source.getFileKeyRef())
            .filter(kind -> kind != null)
            .count();
    if (kinds != 1) {
      problems.add(
          Problem.error(
              at,
              "names %d sources; one of fieldRef, resourceFieldRef, configMapKeyRef and"
                      .formatted(kinds)
                  + " secretKeyRef is needed"));
    }
    if (source.getFieldRef() != null) {
      field(at + ".fieldRef.fieldPath", source.getFieldRef().getFieldPath());
    }
    if (source.getConfigMapKeyRef() != null) {
      var entry = source.getConfigMapKeyRef();
      Names.reference(at + ".configMapKeyRef.name", entry.getName()).ifPresent(problems::add);
      Names.entry(at + ".configMapKeyRef.key", entry.getKey()).ifPresent(problems::add);
    }
    if (source.getSecretKeyRef() != null) {
      var entry = source.getSecretKeyRef();
      Names.reference(at + ".secretKeyRef.name", entry.getName()).ifPresent(problems::add);
      Names.entry(at + ".secretKeyRef.key", entry.getKey()).ifPresent(problems::add);
    }
  }

  private void field(String at, @Nullable String path) {
    if (path == null || path.isEmpty()) {
      problems.add(Problem.required(at, "say which field"));
    } else if (!FIELDS.matcher(path).matches()) {
      problems.add(
          Problem.invalid(
              at,
              path,
              "must be metadata.name, .namespace, .uid, .labels['KEY'] or .annotations['KEY'],"
                  + " spec.nodeName or .serviceAccountName, or status.hostIP or .podIP"));
    }
  }

  private void sources(List<EnvFromSource> sources) {
    for (int i = 0; i < sources.size(); i++) {
      var here = "%s.envFrom[%d]".formatted(at, i);
      var source = sources.get(i);
      if (source.getPrefix() != null && !source.getPrefix().isEmpty()) {
        Names.variable(here + ".prefix", source.getPrefix()).ifPresent(problems::add);
      }
      if ((source.getConfigMapRef() == null) == (source.getSecretRef() == null)) {
        problems.add(Problem.error(here, "must name one of configMapRef and secretRef"));
      }
      if (source.getConfigMapRef() != null) {
        Names.reference(here + ".configMapRef.name", source.getConfigMapRef().getName())
            .ifPresent(problems::add);
      }
      if (source.getSecretRef() != null) {
        Names.reference(here + ".secretRef.name", source.getSecretRef().getName())
            .ifPresent(problems::add);
      }
    }
  }

  private static <T> List<T> nonNull(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
