package dev.trainyard.dialects.runai;

import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.TrainingJob.Claim;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The ConfigMap that keeps the name of a job for a workload, and the values it was submitted with.
/// Once it is there, whatever becomes of templates, policies and the workload's own spec does not
/// matter any more.
///
/// @param chain the bases it was submitted with, as `namespace/name`, nearest first
record Reservation(String name, Effective values, List<String> chain) {

  private static final String VALUES = "effective-spec";
  private static final String CHAIN = "base-chain";
  private static final String BASE_NAME = "base-name";
  private static final String NUMBER = "base-name-index";

  Reservation {
    chain = List.copyOf(chain);
  }

  static Optional<Reservation> of(TrainingWorkload workload, Lookup lookup) {
    return lookup.list(Attached.CONFIG_MAPS.kind(), Evaluation.namespace(workload)).stream()
        .filter(object -> belongs(object, workload))
        .flatMap(object -> read(object).stream())
        .findFirst();
  }

  private static boolean belongs(GenericKubernetesResource object, TrainingWorkload workload) {
    var owners = object.getMetadata().getOwnerReferences();
    var uid = workload.metadata().getUid();
    return uid != null
        && owners != null
        && owners.stream().map(OwnerReference::getUid).anyMatch(uid::equals);
  }

  private static Optional<Reservation> read(GenericKubernetesResource object) {
    return object.get("data", VALUES) instanceof String text
        ? Frozen.read(text)
            .map(values -> new Reservation(object.getMetadata().getName(), values, chain(object)))
        : Optional.empty();
  }

  private static List<String> chain(GenericKubernetesResource object) {
    return object.get("data", CHAIN) instanceof String text && !text.isEmpty()
        ? List.of(text.split(",", -1))
        : List.of();
  }

  /// What is to be done to have one. A job that had a name, and lost only the ConfigMap, has it
  /// again.
  static Claim claim(TrainingWorkload workload, Submission.Accepted accepted) {
    var had =
        Optional.ofNullable(workload.status())
            .flatMap(status -> Optional.ofNullable(status.jobName()));
    var base = accepted.name().or(accepted::prefix).orElse("");
    return new Claim(
        had.orElse(base),
        had.isEmpty() && accepted.name().isEmpty(),
        had.map(name -> labels(name, accepted)).orElseGet(() -> labels(base)),
        NUMBER,
        data(accepted));
  }

  private static Map<String, String> labels(String base) {
    return Map.of(BASE_NAME, base, Marks.CREATED_BY, Marks.CREATED_BY_JOB);
  }

  /// A name that was made of a prefix keeps its number.
  private static Map<String, String> labels(String name, Submission.Accepted accepted) {
    var prefix = accepted.prefix().map(one -> one + "-").filter(name::startsWith);
    var number =
        prefix.map(one -> name.substring(one.length())).filter(end -> end.matches("[0-9]+"));
    var labels = new TreeMap<>(labels(number.flatMap(_ -> accepted.prefix()).orElse(name)));
    number.ifPresent(one -> labels.put(NUMBER, one));
    return labels;
  }

  private static Map<String, String> data(Submission.Accepted accepted) {
    var data = new LinkedHashMap<String, String>();
    data.put(VALUES, Frozen.write(accepted.values()));
    data.put(CHAIN, String.join(",", accepted.baseChain()));
    return data;
  }

  /// The object itself is one of the job's, and stays.
  Attachment attachment() {
    var object = new GenericKubernetesResource();
    object.setMetadata(new ObjectMeta());
    return new Attachment(
        Attached.CONFIG_MAPS.apiVersion(),
        Attached.CONFIG_MAPS.kind(),
        name,
        new Content.Given(object, ""),
        Lifetime.UNTIL_JOB_GONE,
        Sync.CREATE_ONLY);
  }

  /// The passwords that a workload was submitted with. Only digests of them are kept here, so they
  /// are where they were written, as long as nobody has written others.
  Optional<Map<String, String>> passwords(Workload workload, Submission now) {
    var kept = new Passwords(workload).entries();
    if (!(now instanceof Submission.Accepted accepted)) {
      return Optional.empty();
    }
    var written = new Passwords(workload.with(accepted.values())).entries();
    var digests =
        Frozen.read(Frozen.write(accepted.values()))
            .map(values -> new Passwords(workload.with(values)).entries())
            .orElse(Map.of());
    return digests.equals(kept) ? Optional.of(written) : Optional.empty();
  }

  /// Whether the Secret with them is there.
  static boolean hasSecret(Workload workload, Lookup lookup) {
    return lookup.list(Attached.SECRETS.kind(), workload.id().namespace()).stream()
        .anyMatch(
            secret -> secret.getMetadata().getName().equals(Passwords.secret(workload.name())));
  }
}
