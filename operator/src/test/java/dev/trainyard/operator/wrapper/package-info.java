@NullMarked
package dev.trainyard.operator.wrapper;

import org.jspecify.annotations.NullMarked;
