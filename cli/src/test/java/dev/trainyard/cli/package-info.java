@NullMarked
package dev.trainyard.cli;

import org.jspecify.annotations.NullMarked;
