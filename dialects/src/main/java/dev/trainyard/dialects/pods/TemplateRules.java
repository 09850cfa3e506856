package dev.trainyard.dialects.pods;

import dev.trainyard.dialects.Problem;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What an API server would refuse in every pod made of a template, so that its author hears of it
/// at once and in the words of his own manifest. Of the fields that training jobs use; for what
/// only a cluster can know, and for all other fields, its refusal is told as an event.
public final class TemplateRules {

  private static final int MAX_ANNOTATIONS = 256 * 1024;

  private static final List<String> DNS =
      List.of("ClusterFirst", "ClusterFirstWithHostNet", "Default", "None");
  private static final List<String> EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
  private static final List<String> OPERATORS = List.of("Exists", "Equal");
  private static final Set<String> STANDARD_FINALIZERS =
      Set.of("orphan", "foregroundDeletion", "kubernetes");

  private final String at;
  private final List<Problem> problems = new ArrayList<>();

  private TemplateRules(String at) {
    this.at = at;
  }

  /// Every problem, in the order of a pod's parts.
  ///
  /// @param added names of containers that a pod gets besides its own
  public static List<Problem> check(String at, PodTemplateSpec template, Set<String> added) {
    var rules = new TemplateRules(at);
    Optional.ofNullable(template.getMetadata()).ifPresent(rules::metadata);
    Optional.ofNullable(template.getSpec()).ifPresent(spec -> rules.spec(spec, added));
    return List.copyOf(rules.problems);
  }

  private void metadata(ObjectMeta metadata) {
    labels(at + ".metadata.labels", nonNull(metadata.getLabels()));
    var annotations = nonNull(metadata.getAnnotations());
    var here = at + ".metadata.annotations";
    annotations.keySet().forEach(key -> add(Names.key("%s[%s]".formatted(here, key), key)));
    if (size(annotations) > MAX_ANNOTATIONS) {
      problems.add(
          Problem.error(here, "must be no more than %d bytes in all".formatted(MAX_ANNOTATIONS)));
    }
    var finalizers = nonNull(metadata.getFinalizers());
    for (int i = 0; i < finalizers.size(); i++) {
      finalizer("%s.metadata.finalizers[%d]".formatted(at, i), finalizers.get(i));
    }
  }

  private void labels(String at, Map<String, String> labels) {
    labels.forEach(
        (key, value) -> {
          var here = "%s[%s]".formatted(at, key);
          add(Names.key(here, key));
          add(Names.labelValue(here, value));
        });
  }

  private static int size(Map<String, String> annotations) {
    return annotations.entrySet().stream()
        .mapToInt(entry -> bytes(entry.getKey()) + bytes(entry.getValue()))
        .sum();
  }

  private static int bytes(@Nullable String text) {
    return text == null ? 0 : text.codePoints().map(TemplateRules::bytes).sum();
  }

  private static int bytes(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    return codePoint < 0x10000 ? 3 : 4;
  }

  private void finalizer(String at, String name) {
    add(Names.key(at, name));
    if (!name.contains("/") && !STANDARD_FINALIZERS.contains(name)) {
      problems.add(Problem.invalid(at, name, "must have a domain and '/' before it"));
    }
  }

  private void spec(PodSpec spec, Set<String> added) {
    var here = at + ".spec";
    var volumes = nonNull(spec.getVolumes());
    VolumeRules.volumes(here + ".volumes", volumes, problems);
    containers(here, spec, names(volumes), added);
    labels(here + ".nodeSelector", nonNull(spec.getNodeSelector()));
    var tolerations = nonNull(spec.getTolerations());
    for (int i = 0; i < tolerations.size(); i++) {
      toleration("%s.tolerations[%d]".formatted(here, i), tolerations.get(i));
    }
    names(here, spec);
    word(here + ".dnsPolicy", spec.getDnsPolicy(), DNS);
    number(here + ".activeDeadlineSeconds", spec.getActiveDeadlineSeconds(), 1);
    number(here + ".terminationGracePeriodSeconds", spec.getTerminationGracePeriodSeconds(), 0);
    Optional.ofNullable(spec.getSecurityContext())
        .ifPresent(
            context -> {
              number(here + ".securityContext.runAsUser", context.getRunAsUser(), 0);
              number(here + ".securityContext.runAsGroup", context.getRunAsGroup(), 0);
              number(here + ".securityContext.fsGroup", context.getFsGroup(), 0);
            });
  }

  private static Set<String> names(List<Volume> volumes) {
    return volumes.stream()
        .map(Volume::getName)
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  private void containers(String at, PodSpec spec, Set<String> volumes, Set<String> added) {
    var names = new HashSet<>(added);
    boolean onHost = Boolean.TRUE.equals(spec.getHostNetwork());
    var initial = nonNull(spec.getInitContainers());
    for (int i = 0; i < initial.size(); i++) {
      var here = "%s.initContainers[%d]".formatted(at, i);
      if (Optional.ofNullable(initial.get(i).getImage()).orElse("").isEmpty()) {
        problems.add(Problem.required(here + ".image", "must be required"));
      }
      container(here, initial.get(i), names, volumes, onHost);
    }
    var main = nonNull(spec.getContainers());
    for (int i = 0; i < main.size(); i++) {
      container("%s.containers[%d]".formatted(at, i), main.get(i), names, volumes, onHost);
    }
  }

  private void container(
      String at, Container container, Set<String> names, Set<String> volumes, boolean onHost) {
    add(Names.label(at + ".name", container.getName()));
    if (container.getName() != null && !names.add(container.getName())) {
      problems.add(
          Problem.duplicate(
              at + ".name", container.getName(), "give each container a name of its own"));
    }
    new ContainerRules(at, volumes, onHost, problems).check(container);
  }

  private void toleration(String at, Toleration toleration) {
    var key = Optional.ofNullable(toleration.getKey()).orElse("");
    var operator = Optional.ofNullable(toleration.getOperator()).orElse("");
    var effect = Optional.ofNullable(toleration.getEffect()).orElse("");
    if (key.isEmpty() && !operator.equals("Exists")) {
      problems.add(
          Problem.invalid(at + ".operator", operator, "must be Exists where no key is given"));
    }
    if (!key.isEmpty()) {
      add(Names.key(at + ".key", key));
    }
    word(at + ".operator", operator, OPERATORS);
    word(at + ".effect", effect, EFFECTS);
    if (operator.equals("Exists")
        && !Optional.ofNullable(toleration.getValue()).orElse("").isEmpty()) {
      problems.add(
          Problem.invalid(
              at + ".value", toleration.getValue(), "must be empty where operator is Exists"));
    }
    if (!operator.equals("Exists")) {
      add(Names.labelValue(at + ".value", toleration.getValue()));
    }
    if (toleration.getTolerationSeconds() != null && !effect.equals("NoExecute")) {
      problems.add(
          Problem.invalid(at + ".effect", effect, "must be NoExecute with tolerationSeconds"));
    }
  }

  private void names(String at, PodSpec spec) {
    subdomain(at + ".serviceAccountName", spec.getServiceAccountName());
    subdomain(at + ".nodeName", spec.getNodeName());
    subdomain(at + ".priorityClassName", spec.getPriorityClassName());
    subdomain(at + ".runtimeClassName", spec.getRuntimeClassName());
    label(at + ".hostname", spec.getHostname());
    label(at + ".subdomain", spec.getSubdomain());
  }

  private void subdomain(String at, @Nullable String name) {
    if (name != null && !name.isEmpty()) {
      add(Names.subdomain(at, name));
    }
  }

  private void label(String at, @Nullable String name) {
    if (name != null && !name.isEmpty()) {
      add(Names.label(at, name));
    }
  }

  private void word(String at, @Nullable String word, List<String> known) {
    if (word != null && !word.isEmpty() && !known.contains(word)) {
      problems.add(Problem.unsupported(at, word, known));
    }
  }

  private void number(String at, @Nullable Long number, long least) {
    if (number != null && (number < least || number > Integer.MAX_VALUE)) {
      problems.add(
          Problem.invalid(
              at, number, "must be between %d and %d".formatted(least, Integer.MAX_VALUE)));
    }
  }

  private void add(Optional<Problem> problem) {
    problem.ifPresent(problems::add);
  }

  private static <T> List<T> nonNull(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }

  private static Map<String, String> nonNull(@Nullable Map<String, String> map) {
    return map == null ? Map.of() : map;
  }
}
