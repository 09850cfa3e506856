/// Virtual time, and chance drawn from one number.
@NullMarked
package dev.trainyard.simulation.time;

import org.jspecify.annotations.NullMarked;
