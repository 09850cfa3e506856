package dev.trainyard.dialects.appwrapper;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.EventText;
import dev.trainyard.engine.model.TrainingJob.JobId;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// What our own queue tells of an AppWrapper, in the words of Kueue. There is no Workload; it is
/// called what Kueue would call it.
public final class QueueWords {

  private static final int LONGEST_NAME = 253;
  private static final int HASH = 5;

  public static EventText queued(JobId wrapper) {
    return EventText.normal("CreatedWorkload", "Created Workload: " + workload(wrapper));
  }

  public static EventText pending(String why) {
    return EventText.normal("Pending", why);
  }

  public static EventText started(String clusterQueue) {
    return EventText.normal("Started", "Admitted by clusterQueue " + clusterQueue);
  }

  public static EventText stopped(String why) {
    return EventText.normal("Stopped", why);
  }

  public static EventText finished(JobId wrapper) {
    return EventText.normal(
        "FinishedWorkload", "Workload '%s' is declared finished".formatted(workload(wrapper)));
  }

  /// `namespace/appwrapper-NAME-HASH`
  private static String workload(JobId wrapper) {
    var owner =
        "%s\n%s\n%s\n%s"
            .formatted(AppWrapper.KIND, AppWrapper.GROUP, wrapper.name(), wrapper.uid());
    var name = "appwrapper-" + wrapper.name();
    return "%s/%s-%s"
        .formatted(
            wrapper.namespace(),
            name.substring(0, Math.min(name.length(), LONGEST_NAME - HASH - 1)),
            sha1(owner).substring(0, HASH));
  }

  private static String sha1(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private QueueWords() {}
}
