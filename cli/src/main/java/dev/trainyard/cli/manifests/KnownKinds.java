package dev.trainyard.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.api.Crds;
import dev.trainyard.dialects.Companion;
import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.Dialects.Registered;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Words;
import dev.trainyard.yard.apiserver.StructuralSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The kinds a manifest may hold: jobs of every dialect, and the plain kinds of Kubernetes that
/// people keep beside them.
public final class KnownKinds {

  private static final String PLAIN =
      """
      v1                           ConfigMap Endpoints Event LimitRange Namespace Node
      v1                           PersistentVolume PersistentVolumeClaim Pod PodTemplate
      v1                           ReplicationController ResourceQuota Secret Service ServiceAccount
      apps/v1                      DaemonSet Deployment ReplicaSet StatefulSet
      autoscaling/v1               HorizontalPodAutoscaler
      autoscaling/v2               HorizontalPodAutoscaler
      batch/v1                     CronJob
      coordination.k8s.io/v1       Lease
      discovery.k8s.io/v1          EndpointSlice
      networking.k8s.io/v1         Ingress IngressClass NetworkPolicy
      policy/v1                    PodDisruptionBudget
      rbac.authorization.k8s.io/v1 ClusterRole ClusterRoleBinding Role RoleBinding
      scheduling.k8s.io/v1         PriorityClass
      storage.k8s.io/v1            StorageClass
      apiextensions.k8s.io/v1      CustomResourceDefinition
      """;

  private static final KnownKinds INSTANCE = new KnownKinds();

  private final List<CheckedKind<?>> jobs;
  private final List<Plain> plain;

  private record Plain(String apiVersion, String kind) {}

  private KnownKinds() {
    var definitions = definitions();
    jobs =
        Dialects.all().stream()
            .<CheckedKind<?>>map(dialect -> jobKind(dialect, definitions))
            .toList();
    plain = PLAIN.lines().flatMap(KnownKinds::plain).toList();
  }

  public static List<CheckedKind<?>> jobs() {
    return INSTANCE.jobs;
  }

  /// The kind of job that is called so, if one is.
  public static Optional<CheckedKind<?>> job(String apiVersion, String kind) {
    return INSTANCE.jobs.stream()
        .filter(known -> known.kind().equals(kind) && known.apiVersion().equals(apiVersion))
        .findFirst();
  }

  /// What a document turned out to be.
  public sealed interface Recognition {
    record Job(CheckedKind<?> kind) implements Recognition {}

    record Plain() implements Recognition {}

    /// What jobs are read by.
    record ReadBy(Companion kind) implements Recognition {}

    /// A kind that only a cluster can know; the advice says that it is not checked here.
    record Foreign(Problem advice) implements Recognition {}

    record Unknown(Problem problem) implements Recognition {}
  }

  public static Recognition recognise(Document document) {
    return INSTANCE.of(document.apiVersion(), document.kind());
  }

  private Recognition of(String apiVersion, String kind) {
    var job = job(apiVersion, kind);
    if (job.isPresent()) {
      return new Recognition.Job(job.get());
    }
    var companion = Dialects.companion(apiVersion, kind);
    if (companion.isPresent()) {
      return new Recognition.ReadBy(companion.get());
    }
    if (plain.contains(new Plain(apiVersion, kind))) {
      return new Recognition.Plain();
    }
    return mistaken(apiVersion, kind)
        .<Recognition>map(Recognition.Unknown::new)
        .orElseGet(
            () ->
                new Recognition.Foreign(
                    Problem.warning(
                        "kind",
                        "%s of \"%s\" is not checked here: only a cluster that serves it knows it"
                            .formatted(kind, apiVersion))));
  }

  /// What is probably meant to be a kind we know: one under another version, or a slip in its name.
  private Optional<Problem> mistaken(String apiVersion, String kind) {
    var versions =
        all()
            .filter(known -> known.kind().equals(kind))
            .filter(
                known -> ours(known) || !apiVersion.contains(".") || sameGroup(known, apiVersion))
            .map(Plain::apiVersion)
            .toList();
    if (!versions.isEmpty()) {
      return Optional.of(
          Problem.error(
              "apiVersion",
              "%s is not in \"%s\"; write %s"
                  .formatted(kind, apiVersion, String.join(" or ", versions))));
    }
    var near =
        all()
            .filter(one -> ours(one) || one.apiVersion().equals(apiVersion))
            .map(Plain::kind)
            .toList();
    return Words.nearest(kind, near)
        .map(
            meant ->
                Problem.error(
                    "kind",
                    "%s of \"%s\" is not a kind Trainyard knows; did you mean %s?"
                        .formatted(kind, apiVersion, meant)));
  }

  /// A kind of job that nobody else names so; a group without a domain is Kubernetes' own.
  private boolean ours(Plain known) {
    return group(known.apiVersion()).contains(".")
        && jobs.stream().anyMatch(job -> job.kind().equals(known.kind()));
  }

  private static boolean sameGroup(Plain known, String apiVersion) {
    return group(known.apiVersion()).equals(group(apiVersion));
  }

  private static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

  private Stream<Plain> all() {
    return Stream.of(
            jobs.stream().map(KnownKinds::named),
            jobs.stream()
                .flatMap(job -> job.dialect().companions().stream())
                .map(one -> new Plain(one.kind().apiVersion(), one.kind().kind())),
            plain.stream())
        .flatMap(kinds -> kinds);
  }

  private static Plain named(CheckedKind<?> job) {
    return new Plain(job.apiVersion(), job.kind());
  }

  private static Stream<Plain> plain(String line) {
    var words = List.of(line.split("\\s+"));
    return words.stream().skip(1).map(kind -> new Plain(words.getFirst(), kind));
  }

  private static <R> CheckedKind<R> jobKind(Registered<R> registered, List<JsonNode> definitions) {
    var kind = registered.dialect().kind();
    var schema =
        definitions.stream()
            .filter(spec -> spec.path("group").asText().equals(kind.group()))
            .filter(spec -> spec.at("/names/kind").asText().equals(kind.kind()))
            .flatMap(spec -> versions(spec).stream())
            .filter(version -> version.path("name").asText().equals(kind.version()))
            .map(version -> version.at("/schema/openAPIV3Schema"))
            .findFirst()
            .map(StructuralSchema::of)
            .or(() -> StructuralSchema.builtIn(kind.group(), kind.version(), kind.kind()))
            .orElseThrow(
                () -> new IllegalStateException("%s has no definition".formatted(kind.kind())));
    return new CheckedKind<>(registered.dialect(), registered.codec(), schema);
  }

  private static List<JsonNode> definitions() {
    var mapper = new ObjectMapper();
    return Crds.all().stream()
        .<JsonNode>map(definition -> mapper.valueToTree(definition).path("spec"))
        .collect(Collectors.toList());
  }

  private static List<JsonNode> versions(JsonNode spec) {
    var versions = new ArrayList<JsonNode>();
    spec.path("versions").forEach(versions::add);
    return versions;
  }
}
