/// The kinds of jobs a cluster may hold, unparsed.
@NullMarked
package dev.trainyard.operator.kinds;

import org.jspecify.annotations.NullMarked;
