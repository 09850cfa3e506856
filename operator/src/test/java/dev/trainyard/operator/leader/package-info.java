@NullMarked
package dev.trainyard.operator.leader;

import org.jspecify.annotations.NullMarked;
