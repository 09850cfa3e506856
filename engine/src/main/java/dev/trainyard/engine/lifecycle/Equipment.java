package dev.trainyard.engine.lifecycle;

import static java.util.Comparator.comparing;
import static java.util.function.Predicate.not;

import dev.trainyard.engine.lifecycle.Situation.Unequipped;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Observed.ObservedObject;
import dev.trainyard.engine.model.TrainingJob.Addressing.Per;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The Services and other objects around the pods: which are missing, stale or no longer wanted.
final class Equipment {

  private static final String SERVICE = "Service";

  static Optional<Unequipped> missing(Scene scene) {
    return missing(scene, _ -> true);
  }

  /// What stays with a job that is on hold.
  static Optional<Unequipped> missingOnHold(Scene scene) {
    return missing(
        scene,
        lifetime -> lifetime == Lifetime.UNTIL_JOB_GONE || lifetime == Lifetime.OUTLIVES_JOB);
  }

  private static Optional<Unequipped> missing(Scene scene, Predicate<Lifetime> wanted) {
    var job = scene.job();
    var services =
        served(scene).stream()
            .filter(_ -> wanted.test(job.addressing().lifetime()))
            .filter(replica -> service(scene, replica).isEmpty())
            .toList();
    var attachments =
        job.attachments().stream().filter(one -> wanted.test(one.lifetime())).toList();
    var missing = attachments.stream().filter(one -> find(scene, one).isEmpty()).toList();
    var stale = attachments.stream().filter(one -> isStale(scene, one)).toList();
    return services.isEmpty() && missing.isEmpty() && stale.isEmpty()
        ? Optional.empty()
        : Optional.of(new Unequipped(services, missing, stale));
  }

  /// The replicas that each stand for one Service; for one Service per job, the lead.
  private static List<ReplicaId> served(Scene scene) {
    return switch (scene.job().addressing().services()) {
      case REPLICA -> scene.job().replicas();
      case JOB -> List.of(scene.job().lead());
      case NONE -> List.of();
    };
  }

  /// Services of places the job no longer has, once no pod stands there.
  static List<ObjectRef> surplusServices(Scene scene) {
    if (scene.job().addressing().services() != Per.REPLICA) {
      return List.of();
    }
    var wanted =
        served(scene).stream()
            .map(replica -> Plan.serviceName(scene.job(), replica))
            .collect(Collectors.toSet());
    scene.job().attachments().stream()
        .filter(attachment -> attachment.kind().equals(SERVICE))
        .forEach(attachment -> wanted.add(attachment.name()));
    return servicesWithoutPod(scene).stream()
        .filter(service -> !wanted.contains(service.name()))
        .toList();
  }

  /// Services that go with their pods and whose pod is gone.
  static List<ObjectRef> unservedServices(Scene scene) {
    return scene.job().addressing().lifetime() == Lifetime.WITH_ITS_PODS
        ? servicesWithoutPod(scene)
        : List.of();
  }

  private static List<ObjectRef> servicesWithoutPod(Scene scene) {
    var pods = scene.observed().pods().stream().map(pod -> pod.name()).collect(Collectors.toSet());
    return scene.observed().objects().stream()
        .map(ObservedObject::ref)
        .filter(ref -> ref.kind().equals(SERVICE) && !pods.contains(ref.name()))
        .sorted(comparing(ObjectRef::name))
        .toList();
  }

  /// Objects that a job has only while it is active, or while pods of it are still to go.
  static List<ObjectRef> ofActiveJobs(Scene scene, boolean podsLeave) {
    var over =
        scene.job().attachments().stream()
            .filter(
                attachment ->
                    attachment.lifetime() == Lifetime.WHILE_ACTIVE
                        || (attachment.lifetime() == Lifetime.WITH_ITS_PODS && !podsLeave))
            .flatMap(attachment -> find(scene, attachment).stream())
            .map(ObservedObject::ref);
    return Stream.concat(over, unwanted(scene).stream()).toList();
  }

  /// Objects that an earlier spec asked for.
  static List<ObjectRef> unwanted(Scene scene) {
    return scene.observed().objects().stream()
        .map(ObservedObject::ref)
        .filter(ref -> !ref.kind().equals(SERVICE))
        .filter(ref -> scene.job().attachments().stream().noneMatch(one -> one.is(ref)))
        .sorted(comparing(ObjectRef::kind).thenComparing(ObjectRef::name))
        .toList();
  }

  /// Keys that somebody has meddled with. Nobody compares keys, and a pair cannot be mended: it
  /// goes, and is missing then.
  static List<ObjectRef> spoilt(Scene scene) {
    return scene.job().attachments().stream()
        .filter(attachment -> attachment.sync() != Sync.CREATE_ONLY)
        .flatMap(
            attachment ->
                attachment.content() instanceof Content.KeyPair keys
                    ? find(scene, attachment)
                        .filter(
                            one -> one.entries().filter(not(keys.entries()::equals)).isPresent())
                        .map(ObservedObject::ref)
                        .stream()
                    : Stream.empty())
        .toList();
  }

  static Step update(Scene scene, Attachment attachment, List<String> hosts) {
    var uid = find(scene, attachment).orElseThrow().ref().uid();
    return new Step.UpdateObject(attachment, uid, hosts);
  }

  static Optional<ObservedObject> find(Scene scene, Attachment attachment) {
    return scene.observed().objects().stream()
        .filter(object -> attachment.is(object.ref()))
        .findFirst();
  }

  private static Optional<ObservedObject> service(Scene scene, ReplicaId replica) {
    var name = Plan.serviceName(scene.job(), replica);
    return scene.observed().objects().stream()
        .filter(object -> object.ref().kind().equals(SERVICE) && object.ref().name().equals(name))
        .findFirst();
  }

  /// Host lists have rules of their own about when they follow.
  private static boolean isStale(Scene scene, Attachment attachment) {
    return attachment.sync() != Sync.CREATE_ONLY
        && attachment.content() instanceof Content.Given(_, var digest)
        && find(scene, attachment)
            .filter(object -> !object.digest().equals(Optional.of(digest)))
            .isPresent();
  }

  private Equipment() {}
}
