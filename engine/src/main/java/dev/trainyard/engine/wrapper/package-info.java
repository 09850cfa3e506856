/// The AppWrapper machine: when components are created, watched, reset, removed and kept.
@NullMarked
package dev.trainyard.engine.wrapper;

import org.jspecify.annotations.NullMarked;
