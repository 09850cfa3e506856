/// What a supervisor does with real processes.
@NullMarked
package dev.trainyard.yard.node.supervisor;

import org.jspecify.annotations.NullMarked;
