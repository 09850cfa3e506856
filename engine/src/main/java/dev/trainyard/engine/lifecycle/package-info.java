/// Which situation a job is in, and what it needs next.
@NullMarked
package dev.trainyard.engine.lifecycle;

import org.jspecify.annotations.NullMarked;
