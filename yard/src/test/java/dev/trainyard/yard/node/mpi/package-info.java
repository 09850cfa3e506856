@NullMarked
package dev.trainyard.yard.node.mpi;

import org.jspecify.annotations.NullMarked;
