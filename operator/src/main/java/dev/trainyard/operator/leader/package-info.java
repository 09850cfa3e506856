/// Who of several operators may act: one Lease, and a clock that tells in time when it is lost.
@NullMarked
package dev.trainyard.operator.leader;

import org.jspecify.annotations.NullMarked;
