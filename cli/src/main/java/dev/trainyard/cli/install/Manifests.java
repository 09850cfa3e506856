package dev.trainyard.cli.install;

import dev.trainyard.api.Crds;
import dev.trainyard.cli.manifests.Trees;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.operator.kinds.Registration;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Every object of an installation, in the order in which they can be created.
public final class Manifests {

  /// Of the account, the deployment, the service and all that belongs to them.
  public static final String NAME = "trainyard-operator";

  static final Map<String, String> SELECTOR = Map.of("app.kubernetes.io/name", NAME);

  public static List<HasMetadata> of(Installation installation) {
    var objects = new ArrayList<HasMetadata>();
    objects.add(namespace(installation));
    objects.addAll(definitions(installation));
    if (installation.kinds().contains(Kinds.APP_WRAPPER)) {
      objects.addAll(Priorities.all());
    }
    objects.add(
        new ServiceAccountBuilder()
            .withMetadata(metadata(NAME, Optional.of(installation.namespace())))
            .build());
    if (!installation.wrappers().isEmpty()) {
      objects.add(wrapperConfig(installation));
    }
    objects.addAll(Endpoints.secret(installation));
    objects.addAll(Permissions.of(installation));
    objects.addAll(UserRoles.of(installation));
    objects.add(OperatorDeployment.of(installation));
    objects.add(Endpoints.service(installation));
    objects.add(disruptionBudget(installation));
    // Last to come and first to go: from then on no job is stored without the operator.
    objects.addAll(Endpoints.webhook(installation));
    return objects;
  }

  /// What to delete, in the order in which it goes best, each told by nothing but its name. A
  /// definition takes every job of its kind along, a namespace everything anybody has put into it,
  /// and priorities may be others' by now: only who says so deletes them.
  public static List<HasMetadata> toDelete(
      Installation installation, boolean definitions, boolean namespace) {
    var all = new ArrayList<>(of(installation));
    // It may be there whatever is said now.
    if (installation.kinds().contains(Kinds.APP_WRAPPER) && installation.wrappers().isEmpty()) {
      all.add(1, wrapperConfig(installation));
    }
    return all.reversed().stream()
        .filter(object -> definitions || !object.getKind().equals("CustomResourceDefinition"))
        .filter(object -> namespace || !object.getKind().equals("Namespace"))
        .filter(object -> definitions || !object.getKind().equals("PriorityClass"))
        .toList();
  }

  private static HasMetadata namespace(Installation installation) {
    return new NamespaceBuilder()
        .withNewMetadata()
        .withName(installation.namespace())
        .withLabels(
            Map.of(
                "app.kubernetes.io/part-of",
                "trainyard",
                "pod-security.kubernetes.io/enforce",
                "restricted"))
        .endMetadata()
        .build();
  }

  /// Of the kinds of jobs, of what is ours of all that they bring and are judged by, and of the
  /// queues that AppWrappers name.
  private static List<HasMetadata> definitions(Installation installation) {
    var wanted =
        installation.kinds().stream()
            .flatMap(kind -> Stream.concat(Stream.of(kind.name()), needed(kind, installation)))
            .collect(Collectors.toSet());
    var queues =
        installation.queues() && installation.kinds().contains(Kinds.APP_WRAPPER)
            ? Crds.ofQueues().stream()
            : Stream.<GenericKubernetesResource>empty();
    return Stream.concat(
            Crds.all().stream()
                .filter(definition -> wanted.contains(definition.getMetadata().getName())),
            queues)
        .<HasMetadata>map(definition -> definition)
        .toList();
  }

  private static Stream<String> needed(Registration<?, ?> kind, Installation installation) {
    return Stream.concat(
            kind.dialect().attaches(installation.settings()).stream(),
            kind.dialect().judgesBy().stream())
        .map(needed -> needed.plural() + "." + needed.group());
  }

  private static HasMetadata wrapperConfig(Installation installation) {
    return new ConfigMapBuilder()
        .withMetadata(metadata(WrapperSettings.CONFIG_MAP, Optional.of(installation.namespace())))
        .addToData("config.yaml", Trees.yaml(installation.wrappers()))
        .build();
  }

  private static HasMetadata disruptionBudget(Installation installation) {
    return new PodDisruptionBudgetBuilder()
        .withMetadata(metadata(NAME, Optional.of(installation.namespace())))
        .withNewSpec()
        .withMaxUnavailable(new IntOrString(1))
        .withNewSelector()
        .withMatchLabels(SELECTOR)
        .endSelector()
        .endSpec()
        .build();
  }

  static ObjectMeta metadata(String name, Optional<String> namespace) {
    return new ObjectMetaBuilder()
        .withName(name)
        .withNamespace(namespace.orElse(null))
        .withLabels(
            Map.of("app.kubernetes.io/name", NAME, "app.kubernetes.io/part-of", "trainyard"))
        .build();
  }

  private Manifests() {}
}
