package dev.trainyard.operator.kinds;

import dev.trainyard.api.runai.TrainingWorkload;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/// Run:ai's `TrainingWorkload`, unparsed.
@Group(TrainingWorkload.GROUP)
@Version(TrainingWorkload.VERSION)
@Kind(TrainingWorkload.KIND)
@Plural(TrainingWorkload.PLURAL)
public final class RawTrainingWorkload extends RawResource {}
