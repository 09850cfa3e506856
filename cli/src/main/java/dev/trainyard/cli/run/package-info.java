/// Running jobs from the command line: submitting, following to the end, and cleaning up.
@NullMarked
package dev.trainyard.cli.run;

import org.jspecify.annotations.NullMarked;
