/// Nodes, scheduler and garbage collector, and the world they make together.
@NullMarked
package dev.trainyard.simulation.cluster;

import org.jspecify.annotations.NullMarked;
