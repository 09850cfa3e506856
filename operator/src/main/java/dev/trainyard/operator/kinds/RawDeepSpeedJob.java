package dev.trainyard.operator.kinds;

import dev.trainyard.api.tensorstack.DeepSpeedJob;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/// TensorStack's `DeepSpeedJob`, unparsed.
@Group(DeepSpeedJob.GROUP)
@Version(DeepSpeedJob.VERSION)
@Kind(DeepSpeedJob.KIND)
@Plural(DeepSpeedJob.PLURAL)
public final class RawDeepSpeedJob extends RawResource {}
