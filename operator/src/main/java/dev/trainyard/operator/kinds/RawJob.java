package dev.trainyard.operator.kinds;

import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/// Kubernetes' `Job`, unparsed.
@Group("batch")
@Version("v1")
@Kind("Job")
@Plural("jobs")
public final class RawJob extends RawResource {}
