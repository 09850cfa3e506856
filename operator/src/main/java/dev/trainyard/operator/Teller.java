package dev.trainyard.operator;

import dev.trainyard.dialects.EventText;
import dev.trainyard.engine.model.TrainingJob.JobId;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends events: each at most once, because its name says what it tells, and never at the cost of
/// the job.
public final class Teller {

  private static final Logger log = LoggerFactory.getLogger(Teller.class);

  /// What the API server accepts as the text of an event.
  private static final int LONGEST_MESSAGE = 1024;

  private static final int LONGEST_NAME = 253;

  /// Where Kubernetes keeps events about objects that have no namespace.
  private static final String OF_THE_CLUSTER = "default";

  private final InFlight inFlight;
  private final InstantSource clock;
  private final Function<JobId, String> speaker;

  Teller(InFlight inFlight, InstantSource clock) {
    this(inFlight, clock, job -> job.kind().toLowerCase(Locale.ROOT) + "-controller");
  }

  /// @param speaker who is said to tell, where people look for another name
  public Teller(InFlight inFlight, InstantSource clock, Function<JobId, String> speaker) {
    this.inFlight = inFlight;
    this.clock = clock;
    this.speaker = speaker;
  }

  /// `occasion` tells this saying from every other about the same job, however often it is
  /// repeated.
  public record Saying(String occasion, EventText text) {}

  /// Whether all of them were told.
  public boolean tell(JobId job, List<Saying> sayings, Consumer<Event> send) {
    if (sayings.isEmpty()) {
      return true;
    }
    var now = clock.instant();
    var lost = new AtomicInteger();
    inFlight.all(
        sayings.stream()
            .<Runnable>map(saying -> () -> tell(job, saying, now, send, lost))
            .toList());
    return lost.get() == 0;
  }

  private void tell(
      JobId job, Saying saying, Instant now, Consumer<Event> send, AtomicInteger lost) {
    try {
      send.accept(event(job, saying, now));
    } catch (RuntimeException e) {
      lost.incrementAndGet();
      log.atWarn()
          .addKeyValue("job", job)
          .addKeyValue("reason", saying.text().reason())
          .addKeyValue("cause", e.getMessage())
          .log("An event was lost");
    }
  }

  private Event event(JobId job, Saying saying, Instant now) {
    var at = now.truncatedTo(ChronoUnit.SECONDS).toString();
    var text = saying.text();
    return new EventBuilder()
        .withNewMetadata()
        .withNamespace(job.namespace().isEmpty() ? OF_THE_CLUSTER : job.namespace())
        .withName(name(job, saying))
        .endMetadata()
        .withNewInvolvedObject()
        .withApiVersion(job.apiVersion())
        .withKind(job.kind())
        .withNamespace(job.namespace())
        .withName(job.name())
        .withUid(job.uid())
        .endInvolvedObject()
        .withType(text.type().word)
        .withReason(text.reason())
        .withMessage(shortened(text.message()))
        .withNewSource()
        .withComponent(speaker.apply(job))
        .endSource()
        .withReportingComponent("trainyard.dev/operator")
        .withFirstTimestamp(at)
        .withLastTimestamp(at)
        .withCount(1)
        .build();
  }

  private static String name(JobId job, Saying saying) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      sha.update((job.uid() + "\0" + saying.occasion() + "\0").getBytes(StandardCharsets.UTF_8));
      sha.update(saying.text().reason().getBytes(StandardCharsets.UTF_8));
      var digest = "." + HexFormat.of().formatHex(sha.digest(), 0, 8);
      return job.name().substring(0, Math.min(job.name().length(), LONGEST_NAME - digest.length()))
          + digest;
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String shortened(String message) {
    return message.length() <= LONGEST_MESSAGE
        ? message
        : message.substring(0, LONGEST_MESSAGE - 3) + "...";
  }
}
