/// One pass over one AppWrapper, whoever wakes it.
@NullMarked
package dev.trainyard.operator.wrapper;

import org.jspecify.annotations.NullMarked;
