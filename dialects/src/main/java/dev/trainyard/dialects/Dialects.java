package dev.trainyard.dialects;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.kubeflow.MPIJob;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.api.tensorstack.DeepSpeedJob;
import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.api.tensorstack.TensorBoard;
import dev.trainyard.dialects.appwrapper.AppWrapperDialect;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.batch.JobDialect;
import dev.trainyard.dialects.kubeflow.PyTorchJobDialect;
import dev.trainyard.dialects.mpi.MPIJobDialect;
import dev.trainyard.dialects.runai.TrainingWorkloadDialect;
import dev.trainyard.dialects.tensorboard.TensorBoardDialect;
import dev.trainyard.dialects.tensorstack.DeepSpeedJobDialect;
import dev.trainyard.dialects.tensorstack.PyTorchTrainingJobDialect;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Optional;

/// Every dialect there is.
public final class Dialects {

  public static final Registered<PyTorchJob> PYTORCH_JOB =
      new Registered<>(new PyTorchJobDialect(), Codec.of(PyTorchJob.class));

  public static final Registered<PyTorchTrainingJob> PYTORCH_TRAINING_JOB =
      new Registered<>(new PyTorchTrainingJobDialect(), Codec.of(PyTorchTrainingJob.class));

  public static final Registered<DeepSpeedJob> DEEP_SPEED_JOB =
      new Registered<>(new DeepSpeedJobDialect(), Codec.of(DeepSpeedJob.class));

  public static final Registered<TensorBoard> TENSORBOARD =
      new Registered<>(new TensorBoardDialect(), Codec.of(TensorBoard.class));

  public static final Registered<MPIJob> MPI_JOB =
      new Registered<>(new MPIJobDialect(), Codec.of(MPIJob.class));

  public static final Registered<TrainingWorkload> TRAINING_WORKLOAD =
      new Registered<>(new TrainingWorkloadDialect(), Codec.of(TrainingWorkload.class));

  public static final Registered<Job> JOB = new Registered<>(new JobDialect(), Codec.of(Job.class));

  public static final Registered<AppWrapper> APP_WRAPPER =
      new Registered<>(new AppWrapperDialect(), AppWrappers.CODEC);

  public static List<Registered<?>> all() {
    return List.of(
        PYTORCH_JOB,
        PYTORCH_TRAINING_JOB,
        DEEP_SPEED_JOB,
        TENSORBOARD,
        MPI_JOB,
        TRAINING_WORKLOAD,
        JOB,
        APP_WRAPPER);
  }

  /// The dialect of a resource's kind, if it has one.
  public static Optional<Registered<?>> find(String apiVersion, String kind) {
    return all().stream()
        .filter(one -> one.dialect().kind().apiVersion().equals(apiVersion))
        .filter(one -> one.dialect().kind().kind().equals(kind))
        .findFirst();
  }

  /// What jobs are read by, if that is such a kind.
  public static Optional<Companion> companion(String apiVersion, String kind) {
    return all().stream()
        .flatMap(one -> one.dialect().companions().stream())
        .filter(one -> one.kind().apiVersion().equals(apiVersion))
        .filter(one -> one.kind().kind().equals(kind))
        .findFirst();
  }

  /// A dialect and what reads its resources.
  public record Registered<R>(Dialect<R> dialect, Codec<R> codec) {}

  private Dialects() {}
}
