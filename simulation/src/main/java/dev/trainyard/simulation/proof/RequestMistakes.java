package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.cache.Requests;
import dev.trainyard.simulation.api.MergePatch;
import dev.trainyard.simulation.controller.Parts;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.net.HttpURLConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Mistakes in what is asked of the API server.
final class RequestMistakes {

  static List<Bug> all() {
    return List.of(
        // What it asks for.
        bug("forgets the uid of a delete", AnyOfThatName::new),
        bug("forgets the version of what it remembers", OverOtherMemories::new),
        bug("forgets the version of a status", OverOtherStatuses::new),
        bug("makes pods for a job that it has not read again", Trusting::new),
        bug("creates what belongs to nobody", Orphaning::new),
        bug("removes whatever has a name it wants", Removing::new),
        bug("tells everything under a new name", Renaming::new),
        // What it takes the answer for.
        bug("takes a conflict for done", NeverInConflict::new),
        bug("takes a delete that failed for done", DeletingOnce::new),
        bug("takes a create that failed for done", CreatingOnce::new),
        bug("takes a status that was not stored for stored", ReportingOnce::new),
        bug("creates under another name what may be there already", CreatingTwice::new),
        bug("takes whatever has a name it wants for its own", Claiming::new),
        // What it stores.
        bug("stores nothing of what it remembers", StatusOnly::new),
        bug("stores the status before what it remembers", StatusFirst::new),
        bug("leaves a job running that has ended", EndedAndRunning::new),
        bug("reports no replicas", WithoutReplicas::new));
  }

  private static Bug bug(String words, UnaryOperator<Requests> mistake) {
    return new Bug(words, () -> Parts.asking(mistake));
  }

  private static final class AnyOfThatName extends Relay {
    AnyOfThatName(Requests next) {
      super(next);
    }

    @Override
    public void delete(Target target, DeleteOptions options) {
      super.delete(
          target,
          new DeleteOptionsBuilder(options).withNewPreconditions().endPreconditions().build());
    }
  }

  private static final class OverOtherMemories extends Relay {
    OverOtherMemories(Requests next) {
      super(next);
    }

    @Override
    public ObjectNode patch(ObjectNode job, ObjectNode merge) {
      var unconditional = merge.deepCopy();
      unconditional.withObject("/metadata").remove("resourceVersion");
      return super.patch(job, unconditional);
    }
  }

  private static final class OverOtherStatuses extends Relay {
    OverOtherStatuses(Requests next) {
      super(next);
    }

    @Override
    public ObjectNode updateStatus(ObjectNode job) {
      var unconditional = job.deepCopy();
      unconditional.withObject("/metadata").remove("resourceVersion");
      return super.updateStatus(unconditional);
    }
  }

  private static final class Trusting extends Relay {
    Trusting(Requests next) {
      super(next);
    }

    @Override
    public Optional<ObjectNode> latest(ObjectNode job) {
      return Optional.of(job);
    }
  }

  private static final class Orphaning extends Relay {
    Orphaning(Requests next) {
      super(next);
    }

    @Override
    public <T extends HasMetadata> T create(T object) {
      var orphan = Serialization.clone(object);
      orphan.getMetadata().setOwnerReferences(List.of());
      return super.create(orphan);
    }
  }

  private static final class Removing extends Relay {
    Removing(Requests next) {
      super(next);
    }

    @Override
    public <T extends HasMetadata> T create(T object) {
      try {
        return super.create(object);
      } catch (KubernetesClientException refusal) {
        if (refusal.getCode() == HttpURLConnection.HTTP_CONFLICT) {
          standing(object).ifPresent(one -> delete(target(one), new DeleteOptions()));
        }
        throw refusal;
      }
    }

    @Override
    public void delete(Target target, DeleteOptions options) {
      super.delete(
          target,
          new DeleteOptionsBuilder(options)
              .withNewPreconditions()
              .withUid(target.uid())
              .endPreconditions()
              .build());
    }

    private static Target target(HasMetadata one) {
      var metadata = one.getMetadata();
      return new Target(
          one.getApiVersion(),
          one.getKind(),
          metadata.getNamespace(),
          metadata.getName(),
          metadata.getUid());
    }
  }

  private static final class Renaming extends Relay {
    private int told;

    Renaming(Requests next) {
      super(next);
    }

    @Override
    public void record(Event event) {
      told++;
      super.record(
          new EventBuilder(event)
              .editMetadata()
              .withName("%s.%d".formatted(event.getMetadata().getName(), told))
              .endMetadata()
              .build());
    }
  }

  private static final class NeverInConflict extends Relay {
    NeverInConflict(Requests next) {
      super(next);
    }

    @Override
    public ObjectNode patch(ObjectNode job, ObjectNode merge) {
      return settled(job, () -> super.patch(job, merge));
    }

    @Override
    public ObjectNode updateStatus(ObjectNode job) {
      return settled(job, () -> super.updateStatus(job));
    }

    private static ObjectNode settled(ObjectNode job, Supplier<ObjectNode> request) {
      try {
        return request.get();
      } catch (KubernetesClientException refusal) {
        if (refusal.getCode() == HttpURLConnection.HTTP_CONFLICT) {
          return job;
        }
        throw refusal;
      }
    }
  }

  private static final class DeletingOnce extends Relay {
    DeletingOnce(Requests next) {
      super(next);
    }

    @Override
    public void delete(Target target, DeleteOptions options) {
      try {
        super.delete(target, options);
      } catch (KubernetesClientException _) {
        // It will be all right.
      }
    }
  }

  private static final class CreatingOnce extends Relay {
    CreatingOnce(Requests next) {
      super(next);
    }

    @Override
    public <T extends HasMetadata> T create(T object) {
      try {
        return super.create(object);
      } catch (KubernetesClientException refusal) {
        if (refusal.getCode() == HttpURLConnection.HTTP_CONFLICT) {
          throw refusal;
        }
        var wished = Serialization.clone(object);
        wished.getMetadata().setUid("wished-for");
        wished.getMetadata().setResourceVersion("0");
        return wished;
      }
    }
  }

  private static final class ReportingOnce extends Relay {
    ReportingOnce(Requests next) {
      super(next);
    }

    @Override
    public ObjectNode updateStatus(ObjectNode job) {
      try {
        return super.updateStatus(job);
      } catch (KubernetesClientException _) {
        return job;
      }
    }
  }

  private static final class CreatingTwice extends Relay {
    CreatingTwice(Requests next) {
      super(next);
    }

    @Override
    public <T extends HasMetadata> T create(T object) {
      try {
        return super.create(object);
      } catch (KubernetesClientException refusal) {
        if (refusal.getCode() == HttpURLConnection.HTTP_CONFLICT) {
          throw refusal;
        }
        var other = Serialization.clone(object);
        other.getMetadata().setName(object.getMetadata().getName() + "-again");
        return super.create(other);
      }
    }
  }

  private static final class Claiming extends Relay {
    Claiming(Requests next) {
      super(next);
    }

    @Override
    public <T extends HasMetadata> Optional<T> standing(T object) {
      return super.standing(object)
          .map(
              one -> {
                var claimed = Serialization.clone(one);
                claimed.getMetadata().setOwnerReferences(object.getMetadata().getOwnerReferences());
                return claimed;
              });
    }
  }

  private static final class StatusOnly extends Relay {
    StatusOnly(Requests next) {
      super(next);
    }

    @Override
    public ObjectNode patch(ObjectNode job, ObjectNode merge) {
      return merged(job, merge);
    }
  }

  private static final class StatusFirst extends Relay {
    private final Map<String, ObjectNode> unwritten = new HashMap<>();

    StatusFirst(Requests next) {
      super(next);
    }

    @Override
    public ObjectNode patch(ObjectNode job, ObjectNode merge) {
      unwritten.put(uid(job), merge);
      return merged(job, merge);
    }

    @Override
    public ObjectNode updateStatus(ObjectNode job) {
      var stored = super.updateStatus(job);
      var merge = Optional.ofNullable(unwritten.remove(uid(job)));
      merge.ifPresent(one -> one.withObject("/metadata").remove("resourceVersion"));
      return merge.map(one -> super.patch(stored, one)).orElse(stored);
    }

    private static String uid(ObjectNode job) {
      return job.at("/metadata/uid").asText();
    }
  }

  private static ObjectNode merged(ObjectNode job, ObjectNode merge) {
    var merged = job.deepCopy();
    MergePatch.into(merged, merge.deepCopy());
    return merged;
  }

  private static final class EndedAndRunning extends Relay {
    EndedAndRunning(Requests next) {
      super(next);
    }

    @Override
    public ObjectNode updateStatus(ObjectNode job) {
      var changed = job.deepCopy();
      for (var condition : changed.at("/status/conditions")) {
        if (condition.path("type").asText().equals("Running")) {
          ((ObjectNode) condition).put("status", "True");
        }
      }
      return super.updateStatus(changed);
    }
  }

  private static final class WithoutReplicas extends Relay {
    WithoutReplicas(Requests next) {
      super(next);
    }

    @Override
    public ObjectNode updateStatus(ObjectNode job) {
      var changed = job.deepCopy();
      changed.withObject("/status").remove("replicaStatuses");
      return super.updateStatus(changed);
    }
  }

  private RequestMistakes() {}
}
