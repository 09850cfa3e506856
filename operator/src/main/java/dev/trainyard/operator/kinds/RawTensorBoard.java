package dev.trainyard.operator.kinds;

import dev.trainyard.api.tensorstack.TensorBoard;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/// TensorStack's `TensorBoard`, unparsed.
@Group(TensorBoard.GROUP)
@Version(TensorBoard.VERSION)
@Kind(TensorBoard.KIND)
@Plural(TensorBoard.PLURAL)
public final class RawTensorBoard extends RawResource {}
