package dev.trainyard.engine.plan;

import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Claim;
import dev.trainyard.engine.model.TrainingJob.JobId;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The objects a job wants besides its pods.
public final class Plan {

  /// Written with every object that follows its wanted content, to tell when that has moved on.
  public static final String CONTENT_DIGEST = "trainyard.dev/content";

  public static OwnerReference owner(JobId job) {
    return new OwnerReferenceBuilder()
        .withApiVersion(job.apiVersion())
        .withKind(job.kind())
        .withName(job.name())
        .withUid(job.uid())
        .withController(true)
        .withBlockOwnerDeletion(true)
        .build();
  }

  /// The name peers find a replica by; with one Service for the whole job, that one's.
  public static String serviceName(TrainingJob job, ReplicaId replica) {
    return switch (job.addressing().services()) {
      case REPLICA, NONE -> PodNames.of(job, replica, 0);
      case JOB -> job.naming().base();
    };
  }

  public static Service service(TrainingJob job, ReplicaId replica) {
    var addressing = job.addressing();
    var selector = selector(job, replica);
    return new ServiceBuilder()
        .withNewMetadata()
        .withName(serviceName(job, replica))
        .withNamespace(job.id().namespace())
        .withLabels(addressing.labels().isEmpty() ? selector : addressing.labels())
        .withOwnerReferences(owner(job.id()))
        .endMetadata()
        .withNewSpec()
        .withClusterIP("None")
        .withPublishNotReadyAddresses(addressing.notReadyToo() ? Boolean.TRUE : null)
        .withSelector(selector)
        .withPorts(addressing.ports().getOrDefault(replica.role(), List.of()))
        .endSpec()
        .build();
  }

  private static Map<String, String> selector(TrainingJob job, ReplicaId replica) {
    var spelling = new Spelling(job, replica, 0, 1);
    var selector = new TreeMap<String, String>();
    job.roleOf(replica).labels().entrySet().stream()
        .filter(label -> job.addressing().selector().contains(label.getKey()))
        .forEach(label -> selector.put(label.getKey(), spelling.of(label.getValue())));
    return selector;
  }

  /// An attachment whose content is known without asking the cluster or making keys.
  public static GenericKubernetesResource object(
      TrainingJob job, Attachment attachment, List<String> hosts) {
    return switch (attachment.content()) {
      case Content.Given(var given, var digest) -> {
        var metadata = new ObjectMetaBuilder(given.getMetadata());
        if (attachment.sync() != Attachment.Sync.CREATE_ONLY) {
          metadata.addToAnnotations(CONTENT_DIGEST, digest);
        }
        var object = bare(job, attachment, metadata);
        object.setAdditionalProperties(new LinkedHashMap<>(given.getAdditionalProperties()));
        yield object;
      }
      case Content.HostList(var keys) -> {
        var object = bare(job, attachment);
        object.setAdditionalProperty("data", HostLists.written(job, keys, hosts));
        yield object;
      }
      case Content.KeyPair _, Content.EnvFile _, Content.Literals _ ->
          throw new IllegalArgumentException(
              "%s %s holds secrets and is made by the applier"
                  .formatted(attachment.kind(), attachment.name()));
    };
  }

  /// An attachment without content.
  static GenericKubernetesResource bare(TrainingJob job, Attachment attachment) {
    return bare(job, attachment, new ObjectMetaBuilder());
  }

  private static GenericKubernetesResource bare(
      TrainingJob job, Attachment attachment, ObjectMetaBuilder metadata) {
    metadata
        .withName(attachment.name())
        .withNamespace(job.id().namespace())
        .addToLabels(attachment.labels());
    if (attachment.lifetime() != TrainingJob.Lifetime.OUTLIVES_JOB) {
      metadata.withOwnerReferences(owner(job.id()));
    }
    var object = new GenericKubernetesResource();
    object.setApiVersion(attachment.apiVersion());
    object.setKind(attachment.kind());
    object.setMetadata(metadata.build());
    return object;
  }

  /// The resource that carries a role, as it is made: without what it is given when it has ended.
  public static GenericKubernetesResource child(TrainingJob job, Carrier.Child carrier) {
    var desired = carrier.desired();
    var object = new GenericKubernetesResource();
    object.setApiVersion(desired.getApiVersion());
    object.setKind(desired.getKind());
    object.setMetadata(
        new ObjectMetaBuilder(desired.getMetadata())
            .withNamespace(job.id().namespace())
            .withOwnerReferences(owner(job.id()))
            .build());
    object.setAdditionalProperties(new LinkedHashMap<>(desired.getAdditionalProperties()));
    if (desired.get("spec") instanceof Map<?, ?> wanted) {
      var spec = new LinkedHashMap<>(wanted);
      spec.keySet().removeAll(carrier.signs().withheld());
      object.setAdditionalProperty("spec", spec);
    }
    return object;
  }

  /// The ConfigMap that reserves a job's name under that number.
  public static GenericKubernetesResource claim(TrainingJob job, Claim claim, int number) {
    var object = new GenericKubernetesResource();
    object.setApiVersion("v1");
    object.setKind("ConfigMap");
    object.setMetadata(
        new ObjectMetaBuilder()
            .withName(claim.name(number))
            .withNamespace(job.id().namespace())
            .withLabels(Map.of(claim.numberLabel(), Integer.toString(number)))
            .addToLabels(claim.labels())
            .withOwnerReferences(owner(job.id()))
            .build());
    object.setAdditionalProperty("data", claim.data());
    return object;
  }

  /// The hosts a list names before anybody runs.
  public static List<String> everySlot(TrainingJob job) {
    return job.replicas().stream()
        .filter(replica -> job.roleOf(replica).runsAsPods())
        .map(replica -> PodNames.of(job, replica, 0))
        .toList();
  }

  private Plan() {}
}
