/// A cluster in virtual time to which a script happens, and everything that became of it.
@NullMarked
package dev.trainyard.simulation.rehearsal;

import org.jspecify.annotations.NullMarked;
