@NullMarked
package dev.trainyard.engine;

import org.jspecify.annotations.NullMarked;
