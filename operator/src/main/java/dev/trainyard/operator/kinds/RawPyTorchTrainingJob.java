package dev.trainyard.operator.kinds;

import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/// TensorStack's `PyTorchTrainingJob`, unparsed.
@Group(PyTorchTrainingJob.GROUP)
@Version(PyTorchTrainingJob.VERSION)
@Kind(PyTorchTrainingJob.KIND)
@Plural(PyTorchTrainingJob.PLURAL)
public final class RawPyTorchTrainingJob extends RawResource {}
