/// Keys by which the pods of a job trust each other.
@NullMarked
package dev.trainyard.operator.keys;

import org.jspecify.annotations.NullMarked;
