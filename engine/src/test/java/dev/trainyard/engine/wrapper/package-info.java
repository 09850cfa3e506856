@NullMarked
package dev.trainyard.engine.wrapper;

import org.jspecify.annotations.NullMarked;
