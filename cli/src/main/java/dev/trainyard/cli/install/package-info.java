/// Trainyard on a cluster of its own: what to install there, and what to take away again.
@NullMarked
package dev.trainyard.cli.install;

import org.jspecify.annotations.NullMarked;
