package dev.trainyard.operator.kinds;

import dev.trainyard.api.codeflare.AppWrapper;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/// CodeFlare's `AppWrapper`, unparsed.
@Group(AppWrapper.GROUP)
@Version(AppWrapper.VERSION)
@Kind(AppWrapper.KIND)
@Plural(AppWrapper.PLURAL)
public final class RawAppWrapper extends RawResource {}
