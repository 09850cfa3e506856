/// Carries the core's placements to a cluster: informers in, bindings and reasons out.
@NullMarked
package dev.trainyard.scheduler.shell;

import org.jspecify.annotations.NullMarked;
