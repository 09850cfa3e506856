/// Stories of the commands that need no cluster.
@NullMarked
package dev.trainyard.cli.offline;

import org.jspecify.annotations.NullMarked;
