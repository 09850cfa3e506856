package dev.trainyard.operator.kinds;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.Dialects.Registered;
import dev.trainyard.dialects.Settings;
import java.util.List;

/// Every dialect as the API server has it: one line here and one subclass of `RawResource` each.
public final class Kinds {

  public static final Registration<RawTrainingWorkload, TrainingWorkload> TRAINING_WORKLOAD =
      registration(RawTrainingWorkload.class, Dialects.TRAINING_WORKLOAD);

  /// The one that is no job.
  public static final Registration<RawAppWrapper, AppWrapper> APP_WRAPPER =
      registration(RawAppWrapper.class, Dialects.APP_WRAPPER);

  public static List<Registration<?, ?>> all() {
    return List.of(
        registration(RawPyTorchJob.class, Dialects.PYTORCH_JOB),
        registration(RawPyTorchTrainingJob.class, Dialects.PYTORCH_TRAINING_JOB),
        registration(RawDeepSpeedJob.class, Dialects.DEEP_SPEED_JOB),
        registration(RawTensorBoard.class, Dialects.TENSORBOARD),
        registration(RawMPIJob.class, Dialects.MPI_JOB),
        TRAINING_WORKLOAD,
        registration(RawJob.class, Dialects.JOB),
        APP_WRAPPER);
  }

  /// Those whose jobs we run.
  public static List<Registration<?, ?>> under(Settings settings) {
    return all().stream().filter(kind -> kind.dialect().runs(settings)).toList();
  }

  private static <W extends RawResource, R> Registration<W, R> registration(
      Class<W> raw, Registered<R> registered) {
    return new Registration<>(raw, registered.dialect(), registered.codec());
  }

  private Kinds() {}
}
