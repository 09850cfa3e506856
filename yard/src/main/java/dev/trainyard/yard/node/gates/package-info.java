/// Small programs through which a container's program goes before it is itself.
@NullMarked
package dev.trainyard.yard.node.gates;

import org.jspecify.annotations.NullMarked;
