/// How a running container is asked how it does, and what follows from its answers.
@NullMarked
package dev.trainyard.yard.node.probes;

import org.jspecify.annotations.NullMarked;
