@NullMarked
package dev.trainyard.cli.local;

import org.jspecify.annotations.NullMarked;
