/// The yard's node: runs the pods bound to it as processes of this machine.
@NullMarked
package dev.trainyard.yard.node;

import org.jspecify.annotations.NullMarked;
