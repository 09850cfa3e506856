/// The jobs that are over: written down by whoever runs a yard, and read back.
@NullMarked
package dev.trainyard.cli.history;

import org.jspecify.annotations.NullMarked;
