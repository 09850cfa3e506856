/// The small process that runs one container and outlives the yard. Uses nothing but `java.base`.
@NullMarked
package dev.trainyard.yard.node.supervisor;

import org.jspecify.annotations.NullMarked;
