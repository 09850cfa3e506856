@NullMarked
package dev.trainyard.operator.process;

import org.jspecify.annotations.NullMarked;
