package dev.trainyard.operator.kinds;

import dev.trainyard.api.kubeflow.PyTorchJob;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/// Kubeflow's `PyTorchJob`, unparsed.
@Group(PyTorchJob.GROUP)
@Version(PyTorchJob.VERSION)
@Kind(PyTorchJob.KIND)
@Plural(PyTorchJob.PLURAL)
public final class RawPyTorchJob extends RawResource {}
