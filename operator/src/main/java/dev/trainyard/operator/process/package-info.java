/// The operator as a process of its own: it waits to be elected, works, and answers probes.
@NullMarked
package dev.trainyard.operator.process;

import org.jspecify.annotations.NullMarked;
