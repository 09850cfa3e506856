@NullMarked
package dev.trainyard.cli.cluster;

import org.jspecify.annotations.NullMarked;
