/// Stories about pods that are processes.
@NullMarked
package dev.trainyard.yard.node;

import org.jspecify.annotations.NullMarked;
