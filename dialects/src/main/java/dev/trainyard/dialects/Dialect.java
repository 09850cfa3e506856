package dev.trainyard.dialects;

import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.TrainingJob;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Vocabulary in, vocabulary out. No method knows what happens next.
public interface Dialect<R> {

  Kind kind();

  /// Whether we run jobs of this kind. Where somebody else does, we leave them alone.
  default boolean runs(Settings settings) {
    return true;
  }

  /// Whether a resource is a job at all; some only lend others what these do not say.
  default boolean isJob(R resource) {
    return true;
  }

  /// The name under which an API server says who refused a resource.
  default String validator() {
    return kind().validator();
  }

  /// Every problem at once, in document order. `before` is what stands in the cluster, if anything.
  List<Problem> validate(R resource, Optional<R> before, Lookup lookup);

  Reading read(R resource, Lookup lookup);

  /// What the resource's status and annotations remember of `withStatus`.
  JobState recall(R resource);

  /// What the state says in the words of this kind; what has changed has changed `now`.
  R withStatus(R resource, JobState state, Instant now);

  /// The same for a kind whose status also tells what its job is like.
  default R withStatus(R resource, TrainingJob job, JobState state, Instant now) {
    return withStatus(resource, state, now);
  }

  /// The status that tells the user of a spec that was refused; corrected, the job starts.
  R refused(R resource, List<Problem> problems, Instant now);

  /// The status that tells of an object which the job needs and was refused.
  default R lacking(R resource, Fact refusal, Instant now) {
    return resource;
  }

  List<EventText> tell(R resource, Fact fact);

  /// The events that tell of problems: why a resource was refused, or what is unwise in it.
  default List<EventText> tell(R resource, List<Problem> problems) {
    return List.of();
  }

  /// Whether a warning tells of a change that comes too late, so that it is told when it is made
  /// and not when the job is accepted.
  default boolean comesTooLate(Problem warning) {
    return false;
  }

  /// What would be otherwise if a job were submitted now, because of what others have changed
  /// since. It is shown to who looks at the job; nobody is told, and nothing comes of it.
  default List<Problem> hindsight(R resource, Lookup lookup) {
    return List.of();
  }

  /// The kinds of objects its jobs bring besides pods and services; no others are watched, so that
  /// nobody needs a right to see them.
  default Set<Attached.Kind> attaches(Settings settings) {
    return Set.of();
  }

  /// The kinds of resources with controllers of their own that carry its jobs, and those through
  /// which such a resource comes to its pods.
  default Set<Attached.Kind> carriers(Settings settings) {
    return Set.of();
  }

  /// The kinds of its jobs' own objects in which it finds again what a job was accepted with.
  default Set<Attached.Kind> recalls() {
    return Set.of();
  }

  /// The kinds of objects, of any namespace or none, that it asks a lookup for.
  default Set<Attached.Kind> consults(Settings settings) {
    return Set.of();
  }

  /// The kinds of objects by which it judges what somebody wants to store. Nobody asks for them
  /// later: what was let in stays.
  default Set<Attached.Kind> judgesBy() {
    return Set.of();
  }

  /// Under which names its jobs are counted.
  default Family family() {
    return Family.TRAINING;
  }

  /// What its jobs are read by and is judged at the door as they are.
  default List<Companion> companions() {
    return List.of();
  }

  /// What of a resource is changed besides its status.
  enum Change {
    ANNOTATIONS,
    DELETION
  }

  /// Nothing, where the status has room for all there is to remember and resources never expire.
  default Set<Change> changes() {
    return Set.of();
  }

  /// Whether this kind has a means for it at all.
  default boolean grants(Wish wish) {
    return false;
  }

  /// What a wish changes in a resource of a job that has not finished, or why it cannot be granted.
  default Answer answer(R resource, Wish wish) {
    return new Answer.Refused("%s has no means for it".formatted(kind().kind()));
  }

  /// The resource at the largest size it may be scaled to by itself.
  default R largest(R resource) {
    return resource;
  }

  /// How the resource is named in the API.
  record Kind(
      String group,
      String version,
      String kind,
      String plural,
      List<String> shortNames,
      Class<?> type) {
    public Kind {
      shortNames = List.copyOf(shortNames);
    }

    public String apiVersion() {
      return group + "/" + version;
    }

    /// The name under which an API server says who refused one, where nobody expects another.
    public String validator() {
      return "validator.%s.trainyard.dev".formatted(kind.toLowerCase(Locale.ROOT));
    }
  }

  sealed interface Reading {
    record Job(TrainingJob job) implements Reading {}

    /// A template, or managed by another controller: no write, no event.
    record NotOurs(String why) implements Reading {}

    record Refused(List<Problem> problems) implements Reading {
      public Refused {
        problems = List.copyOf(problems);
      }
    }
  }

  /// Snapshots only; the shell notes each question and looks again when its answer changes.
  interface Lookup {
    Optional<GenericKubernetesResource> find(String kind, String namespace, String name);

    List<GenericKubernetesResource> list(String kind, String namespace);

    /// Whether there is none of a kind where none is found. Whoever cannot see a kind has nothing
    /// to say about it.
    default boolean sees(String kind) {
      return false;
    }

    Settings settings();

    /// Nothing to be found: for files that are read without a cluster.
    static Lookup nothing(Settings settings) {
      return new Lookup() {
        @Override
        public Optional<GenericKubernetesResource> find(
            String kind, String namespace, String name) {
          return Optional.empty();
        }

        @Override
        public List<GenericKubernetesResource> list(String kind, String namespace) {
          return List.of();
        }

        @Override
        public Settings settings() {
          return settings;
        }
      };
    }
  }
}
