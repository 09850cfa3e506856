package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Who may still refuse or label an object that is well formed, as the webhooks of a cluster do.
/// Asked for custom resources that somebody creates or changes, dry runs included; not for their
/// status or scale, and never for a deletion.
public interface Doorman {

  /// What somebody wants to have stored.
  ///
  /// @param sender who wants it
  /// @param before what the object was, where it is changed
  /// @param stored what else there is
  record Request(
      String apiVersion,
      String kind,
      Sender sender,
      JsonNode object,
      Optional<JsonNode> before,
      Stored stored) {}

  /// Who sends an object.
  interface Sender {

    String name();

    /// Empty where nobody has given one.
    String uid();

    /// What of the API they would need and do not have to create such an object there: the plural
    /// of its kind, or `*` where nobody knows it.
    Optional<String> mayNotCreate(String apiVersion, String kind, String namespace);

    /// Somebody who may do everything.
    static Sender master(String name) {
      return new Sender() {
        @Override
        public String name() {
          return name;
        }

        @Override
        public String uid() {
          return "";
        }

        @Override
        public Optional<String> mayNotCreate(String apiVersion, String kind, String namespace) {
          return Optional.empty();
        }
      };
    }
  }

  /// What is stored at this moment.
  interface Stored {

    /// The object, if there is one.
    ///
    /// @param resource the plural and, outside of the core, the group: `queues.example.com`
    Optional<JsonNode> find(String resource, String namespace, String name);

    /// Every such object of a namespace.
    List<JsonNode> list(String resource, String namespace);

    static Stored nothing() {
      return new Stored() {
        @Override
        public Optional<JsonNode> find(String resource, String namespace, String name) {
          return Optional.empty();
        }

        @Override
        public List<JsonNode> list(String resource, String namespace) {
          return List.of();
        }
      };
    }
  }

  /// What becomes of it.
  ///
  /// @param refusal why the object may not be stored, if so
  /// @param warnings for whoever sent it, in either case
  /// @param labels that it is stored with, whatever it says itself
  record Verdict(Optional<Refusal> refusal, List<String> warnings, Map<String, String> labels) {

    public static final Verdict ALLOWED = new Verdict(Optional.empty(), List.of());

    public Verdict {
      warnings = List.copyOf(warnings);
      labels = new TreeMap<>(labels);
    }

    public Verdict(Optional<Refusal> refusal, List<String> warnings) {
      this(refusal, warnings, Map.of());
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
