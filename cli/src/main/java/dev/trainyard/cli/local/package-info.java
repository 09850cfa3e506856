/// The yard on this machine: starting it, finding a running one, and what it writes down.
@NullMarked
package dev.trainyard.cli.local;

import org.jspecify.annotations.NullMarked;
