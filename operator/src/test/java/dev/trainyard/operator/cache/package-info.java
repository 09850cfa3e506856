@NullMarked
package dev.trainyard.operator.cache;

import org.jspecify.annotations.NullMarked;
