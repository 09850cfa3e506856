/// The shell around the engine: observes, asks what is needed, remembers, applies, tells.
@NullMarked
package dev.trainyard.operator;

import org.jspecify.annotations.NullMarked;
