package dev.trainyard.dialects;

import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.kubeflow.PyTorchJobDialect;
import java.util.List;

/// Every dialect there is.
public final class Dialects {

  public static final Registered<PyTorchJob> PYTORCH_JOB =
      new Registered<>(new PyTorchJobDialect(), Codec.of(PyTorchJob.class));

  public static List<Registered<?>> all() {
    return List.of(PYTORCH_JOB);
  }

  /// A dialect and what reads its resources.
  public record Registered<R>(Dialect<R> dialect, Codec<R> codec) {}

  private Dialects() {}
}
