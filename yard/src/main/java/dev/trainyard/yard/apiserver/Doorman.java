package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/// Who may still refuse an object that is well formed, as the webhooks of a cluster do. Asked for
/// custom resources that somebody creates or changes, dry runs included; not for their status or
/// scale, and never for a deletion.
public interface Doorman {

  /// What somebody wants to have stored.
  ///
  /// @param before what the object was, where it is changed
  /// @param stored what else there is
  record Request(
      String apiVersion, String kind, JsonNode object, Optional<JsonNode> before, Stored stored) {}

  /// What is stored at this moment.
  interface Stored {

    /// The object, if there is one.
    ///
    /// @param resource the plural and, outside of the core, the group: `queues.example.com`
    Optional<JsonNode> find(String resource, String namespace, String name);
  }

  /// What becomes of it.
  ///
  /// @param refusal why the object may not be stored, if so
  /// @param warnings for whoever sent it, in either case
  record Verdict(Optional<Refusal> refusal, List<String> warnings) {

    public static final Verdict ALLOWED = new Verdict(Optional.empty(), List.of());

    public Verdict {
      warnings = List.copyOf(warnings);
    }
  }

  /// Who refuses, and why.
  ///
  /// @param by the name of whoever refuses
  record Refusal(String by, String why) {}

  Verdict judge(Request request);

  /// Lets everything in.
  static Doorman open() {
    return _ -> Verdict.ALLOWED;
  }
}
