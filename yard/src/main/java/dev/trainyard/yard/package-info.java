/// The yard: a cluster on one machine.
@NullMarked
package dev.trainyard.yard;

import org.jspecify.annotations.NullMarked;
