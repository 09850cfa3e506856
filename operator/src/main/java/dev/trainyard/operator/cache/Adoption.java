package dev.trainyard.operator.cache;

import dev.trainyard.engine.plan.Plan;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Whether an object that nobody controls is taken for one that we are about to create: what a job
/// of the same name has left behind when it was deleted with `--cascade=orphan`. It must bear our
/// labels and be what we would make; nobody's other object is ever touched.
final class Adoption {

  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  /// @param wanted as we would create it, with its controller
  static boolean fits(HasMetadata wanted, HasMetadata standing) {
    return controller(wanted.getMetadata()).isPresent()
        && controller(standing.getMetadata()).isEmpty()
        && !standing.isMarkedForDeletion()
        && !labels(wanted).isEmpty()
        && labels(standing).entrySet().containsAll(labels(wanted).entrySet())
        && isSame(wanted, standing);
  }

  /// The same object with our job as its controller, besides the owners it has.
  static <T extends HasMetadata> T adopted(T wanted, T standing) {
    standing.setMetadata(
        new ObjectMetaBuilder(standing.getMetadata())
            .addToOwnerReferences(controller(wanted.getMetadata()).orElseThrow())
            .build());
    return standing;
  }

  private static boolean isSame(HasMetadata wanted, HasMetadata standing) {
    return switch (wanted) {
      case Service service when standing instanceof Service other -> isSame(service, other);
      case Pod pod when standing instanceof Pod other -> isSame(pod, other);
      case GenericKubernetesResource one when standing instanceof GenericKubernetesResource other ->
          isSame(one, other);
      default -> false;
    };
  }

  private static boolean isSame(Service wanted, Service standing) {
    var one = wanted.getSpec();
    var other = standing.getSpec();
    return orEmpty(one.getSelector()).equals(orEmpty(other.getSelector()))
        && "None".equals(one.getClusterIP()) == "None".equals(other.getClusterIP())
        && ports(one.getPorts()).equals(ports(other.getPorts()));
  }

  private static Map<String, Integer> ports(List<ServicePort> ports) {
    var numbers = new TreeMap<String, Integer>();
    ports.forEach(
        port -> numbers.put(Objects.requireNonNullElse(port.getName(), ""), port.getPort()));
    return numbers;
  }

  /// One that has ended tells of another job's work.
  private static boolean isSame(Pod wanted, Pod standing) {
    var phase =
        Optional.ofNullable(standing.getStatus()).map(status -> status.getPhase()).orElse("");
    var one = wanted.getSpec();
    var other = standing.getSpec();
    return !ENDED.contains(phase)
        && areSame(one.getInitContainers(), other.getInitContainers())
        && areSame(one.getContainers(), other.getContainers());
  }

  private static boolean areSame(List<Container> wanted, List<Container> standing) {
    if (wanted.size() != standing.size()) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      if (!isSame(wanted.get(i), standing.get(i))) {
        return false;
      }
    }
    return true;
  }

  /// What no API server fills in.
  private static boolean isSame(Container wanted, Container standing) {
    return wanted.getName().equals(standing.getName())
        && Objects.equals(wanted.getImage(), standing.getImage())
        && wanted.getCommand().equals(standing.getCommand())
        && wanted.getArgs().equals(standing.getArgs())
        && variables(wanted).equals(variables(standing));
  }

  private static List<String> variables(Container container) {
    return container.getEnv().stream().map(Adoption::variable).toList();
  }

  private static String variable(EnvVar variable) {
    return variable.getName() + "=" + Objects.requireNonNullElse(variable.getValue(), "");
  }

  /// Keys are made for one job and nobody compares them, so no Secret is adopted.
  private static boolean isSame(
      GenericKubernetesResource wanted, GenericKubernetesResource standing) {
    if (wanted.getKind().equals("Secret")) {
      return false;
    }
    var digest = orEmpty(wanted.getMetadata().getAnnotations()).get(Plan.CONTENT_DIGEST);
    return digest == null
        ? wanted.getAdditionalProperties().equals(standing.getAdditionalProperties())
        : digest.equals(orEmpty(standing.getMetadata().getAnnotations()).get(Plan.CONTENT_DIGEST));
  }

  private static Optional<OwnerReference> controller(ObjectMeta metadata) {
    return metadata.getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .findFirst();
  }

  private static Map<String, String> labels(HasMetadata object) {
    return orEmpty(object.getMetadata().getLabels());
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
    return map == null ? Map.of() : map;
  }

  private Adoption() {}
}
