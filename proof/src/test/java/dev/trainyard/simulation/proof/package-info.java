@NullMarked
package dev.trainyard.simulation.proof;

import org.jspecify.annotations.NullMarked;
