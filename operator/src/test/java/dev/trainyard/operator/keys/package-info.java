@NullMarked
package dev.trainyard.operator.keys;

import org.jspecify.annotations.NullMarked;
