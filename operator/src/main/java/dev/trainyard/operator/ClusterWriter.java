package dev.trainyard.operator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.engine.model.Decision.Haste;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Everything the shell may change, and what it must ask before. Each call that changes something
/// is one thought of ours and one acknowledged write.
public interface ClusterWriter {

  /// Sets the job's annotations, and removes those whose value is empty. Answers the job as it now
  /// stands.
  ///
  /// @throws Conflict when the job is no longer the version that was read
  ObjectNode annotate(ObjectNode job, Map<String, Optional<String>> annotations);

  /// Changes the job by a merge patch. Answers the job as it now stands, or stood when its last
  /// finalizer was taken off.
  ///
  /// @throws Conflict when the job is no longer the version that was read
  ObjectNode change(ObjectNode job, ObjectNode merge);

  /// Replaces the job's status with the one it carries. Answers the job as it now stands.
  ///
  /// @throws Conflict when the job is no longer the version that was read
  ObjectNode storeStatus(ObjectNode job);

  /// Makes sure that the job still is the version that was read. Caches of different kinds are not
  /// in step: a pod may be missing because of something that the job says only since then.
  ///
  /// @throws Conflict when it is not
  void requireUnchanged(ObjectNode job);

  /// Makes sure that a pod of the job is gone, or leaves. Caches may not show yet what others made.
  ///
  /// @throws Conflict when it stands
  void requireGone(ObjectNode job, String pod);

  Creation create(HasMetadata object);

  /// An object that is not the job's, as it stands and not as any cache has it.
  Optional<GenericKubernetesResource> find(
      String apiVersion, String kind, String namespace, String name);

  /// Replaces the content of the very object with that uid.
  ///
  /// @throws Conflict when another one has its name by now
  void update(GenericKubernetesResource object, String uid);

  /// Changes the very object with that uid; where nothing changes, nothing is written.
  ///
  /// @throws Conflict when another one has its name by now, or somebody else has changed it
  void edit(Target target, UnaryOperator<GenericKubernetesResource> change);

  /// The same for the object's status.
  void editStatus(Target target, UnaryOperator<GenericKubernetesResource> change);

  /// The objects of a kind with those labels, as they stand and not as any cache has them.
  List<GenericKubernetesResource> list(
      String apiVersion, String kind, String namespace, Map<String, String> labels);

  /// Asks the very object with that uid to go; that it is gone already is as good. Answers why the
  /// API server will not have it, if so.
  Optional<String> delete(Target target, Haste haste);

  /// An event that was sent before is not sent again.
  void record(Event event);

  /// One object and no other that ever had its name.
  record Target(String apiVersion, String kind, String namespace, String name, String uid) {
    @Override
    public String toString() {
      return "%s %s/%s".formatted(kind, namespace, name);
    }
  }

  /// How a create ended.
  sealed interface Creation {
    record Made(String uid) implements Creation {}

    /// The name is taken, by an object with that uid and that controller.
    record Taken(String uid, Optional<Target> controller, boolean leaving) implements Creation {}

    /// The API server does not want such an object: a quota, a policy, a field. `code` is the
    /// status of its answer.
    record Refused(int code, String why) implements Creation {}
  }
}
