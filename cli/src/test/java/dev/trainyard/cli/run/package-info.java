@NullMarked
package dev.trainyard.cli.run;

import org.jspecify.annotations.NullMarked;
