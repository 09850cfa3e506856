@NullMarked
package dev.trainyard.simulation.wrapped;

import org.jspecify.annotations.NullMarked;
