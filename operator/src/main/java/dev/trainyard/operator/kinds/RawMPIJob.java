package dev.trainyard.operator.kinds;

import dev.trainyard.api.kubeflow.MPIJob;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/// Kubeflow's `MPIJob`, unparsed.
@Group(MPIJob.GROUP)
@Version(MPIJob.VERSION)
@Kind(MPIJob.KIND)
@Plural(MPIJob.PLURAL)
public final class RawMPIJob extends RawResource {}
