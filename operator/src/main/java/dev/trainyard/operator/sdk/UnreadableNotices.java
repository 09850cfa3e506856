package dev.trainyard.operator.sdk;

import dev.trainyard.api.UnreadableMark;
import dev.trainyard.dialects.EventText;
import dev.trainyard.engine.model.TrainingJob.JobId;
import dev.trainyard.operator.InFlight;
import dev.trainyard.operator.Teller;
import dev.trainyard.operator.Teller.Saying;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Says once, on the object itself, that it cannot be read.
public final class UnreadableNotices {

  private final KubernetesClient client;
  private final Teller teller;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  public UnreadableNotices(KubernetesClient client, InFlight inFlight, InstantSource clock) {
    this.client = client;
    this.teller = new Teller(inFlight, clock, _ -> "trainyard-operator");
  }

  /// Answers the object as it is. Never waits: informers pass here.
  <T extends HasMetadata> T note(T object) {
    var uid = object.getMetadata().getUid();
    UnreadableMark.why(object)
        .filter(why -> told.add(uid + " " + why))
        .ifPresent(why -> Thread.ofVirtual().name("notices").start(() -> tell(object, why)));
    return object;
  }

  private void tell(HasMetadata object, String why) {
    var metadata = object.getMetadata();
    var id =
        new JobId(
            object.getApiVersion(),
            object.getKind(),
            Optional.ofNullable(metadata.getNamespace()).orElse(""),
            metadata.getName(),
            metadata.getUid());
    var text =
        EventText.warning(
            "Unreadable",
            "It cannot be read and is left alone until it changes or is deleted: " + why);
    if (!teller.tell(id, List.of(new Saying(why, text)), this::send)) {
      told.remove(metadata.getUid() + " " + why);
    }
  }

  private void send(Event event) {
    try {
      client.resource(event).create();
    } catch (KubernetesClientException e) {
      // Whoever read it before us has said so.
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
    }
  }
}
