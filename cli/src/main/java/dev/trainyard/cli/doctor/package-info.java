/// What this machine can and cannot do for a yard.
@NullMarked
package dev.trainyard.cli.doctor;

import org.jspecify.annotations.NullMarked;
