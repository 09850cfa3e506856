/// The `trainyard` command: arguments in, lines and an exit status out.
@NullMarked
package dev.trainyard.cli;

import org.jspecify.annotations.NullMarked;
