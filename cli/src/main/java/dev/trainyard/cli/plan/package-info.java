/// What would exist for a job, without a cluster.
@NullMarked
package dev.trainyard.cli.plan;

import org.jspecify.annotations.NullMarked;
