/// Stories of what is remembered of jobs.
@NullMarked
package dev.trainyard.cli.history;

import org.jspecify.annotations.NullMarked;
