package dev.trainyard.operator.kinds;

import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.kubeflow.PyTorchJobDialect;
import java.util.List;

/// Every kind of job there is. A new dialect is one line here and one subclass of `RawResource`.
public final class Kinds {

  public static List<Registration<?, ?>> all() {
    return List.of(
        new Registration<>(
            RawPyTorchJob.class, new PyTorchJobDialect(), Codec.of(PyTorchJob.class)));
  }

  private Kinds() {}
}
