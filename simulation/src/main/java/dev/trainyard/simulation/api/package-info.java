/// An API server in memory, with its versions, watches and refusals.
@NullMarked
package dev.trainyard.simulation.api;

import org.jspecify.annotations.NullMarked;
