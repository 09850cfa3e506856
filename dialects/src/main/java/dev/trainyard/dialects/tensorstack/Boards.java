package dev.trainyard.dialects.tensorstack;

import dev.trainyard.api.tensorstack.JobStatus.DependentStatus;
import dev.trainyard.api.tensorstack.TensorBoardSpec;
import dev.trainyard.api.tensorstack.TensorStack;
import dev.trainyard.dialects.Attached;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.JobState.AttachmentState;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import java.util.List;
import java.util.Optional;

/// The TensorBoard beside a job, which neither a pause nor the end of the job touches.
final class Boards {

  static final Attached.Kind KIND =
      new Attached.Kind(TensorStack.GROUP, TensorStack.VERSION, "TensorBoard", "tensorboards")
          .readyWhen(new Attached.Readiness.Condition("Ready"));

  private static final String NAME = "tensorboard";

  static Optional<Attachment> attachment(Layout job, Optional<TensorBoardSpec> spec) {
    return spec.map(
        board ->
            Attached.following(
                KIND, job.base(), new ObjectMeta(), Attached.tree(board), Lifetime.UNTIL_JOB_GONE));
  }

  /// How the board fares, from the pass on that makes it.
  static DependentStatus status(Layout job, List<AttachmentState> attachments) {
    var name = job.base();
    var found =
        attachments.stream()
            .filter(attachment -> attachment.object().kind().equals(KIND.kind()))
            .findFirst();
    boolean ready = found.filter(AttachmentState::ready).isPresent();
    return new DependentStatus(
        NAME,
        reference(job, found.map(one -> one.object().uid())),
        ready,
        ready ? "DependentReady" : "DependentNotReady",
        found.isPresent() ? "NOP" : "Create",
        "TensorBoard [%s] is %s".formatted(name, ready ? "ready" : "not ready"),
        "Normal");
  }

  static DependentStatus refused(Layout job, String error) {
    return new DependentStatus(
        NAME,
        reference(job, Optional.empty()),
        false,
        "DependentFailed",
        "Create",
        error,
        "Warning");
  }

  /// What a status brings back of the board.
  static Optional<AttachmentState> recalled(Optional<DependentStatus> status) {
    return status.flatMap(
        told ->
            Optional.ofNullable(told.dependent())
                .filter(object -> object.getUid() != null)
                .map(
                    object ->
                        new AttachmentState(
                            new ObjectRef(
                                object.getApiVersion(),
                                object.getKind(),
                                object.getName(),
                                object.getUid()),
                            told.ready(),
                            "")));
  }

  private static ObjectReference reference(Layout job, Optional<String> uid) {
    return new ObjectReferenceBuilder()
        .withApiVersion(KIND.apiVersion())
        .withKind(KIND.kind())
        .withNamespace(job.id().namespace())
        .withName(job.base())
        .withUid(uid.orElse(null))
        .build();
  }

  private Boards() {}
}
