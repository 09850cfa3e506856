/// What must always hold, and the runs that try to break it.
@NullMarked
package dev.trainyard.simulation.proof;

import org.jspecify.annotations.NullMarked;
