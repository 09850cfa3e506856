package dev.trainyard.dialects;

import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.kubeflow.PyTorchJobDialect;
import java.util.List;

/// Every dialect there is. A new one is one line here.
public final class Dialects {

  public static List<Registered<?>> all() {
    return List.of(new Registered<>(new PyTorchJobDialect(), Codec.of(PyTorchJob.class)));
  }

  /// A dialect and what reads its resources.
  public record Registered<R>(Dialect<R> dialect, Codec<R> codec) {}

  private Dialects() {}
}
