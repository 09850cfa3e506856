/// How placements reach a cluster, against a small API of our own.
@NullMarked
package dev.trainyard.scheduler.shell;

import org.jspecify.annotations.NullMarked;
