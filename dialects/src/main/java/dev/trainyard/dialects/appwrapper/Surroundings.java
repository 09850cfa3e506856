package dev.trainyard.dialects.appwrapper;

import java.util.Optional;

/// What only a cluster can tell about the objects that somebody wants to wrap.
public interface Surroundings {

  /// Whether objects of a kind are in namespaces; nothing where nobody knows the kind.
  Optional<Boolean> namespaced(String apiVersion, String kind);

  /// Whether whoever asks may create such an object there.
  Review mayCreate(String apiVersion, String kind, String namespace);

  sealed interface Review {
    record Allowed() implements Review {}

    /// `resource` is the plural of the kind, or `*` where that is not known.
    record Denied(String user, String resource) implements Review {}

    /// It could not be found out.
    record Unanswered(String error) implements Review {}
  }

  /// For files that are read without a cluster, and where there is but one user.
  static Surroundings none() {
    return new Surroundings() {
      @Override
      public Optional<Boolean> namespaced(String apiVersion, String kind) {
        return Optional.empty();
      }

      @Override
      public Review mayCreate(String apiVersion, String kind, String namespace) {
        return new Review.Allowed();
      }
    };
  }
}
