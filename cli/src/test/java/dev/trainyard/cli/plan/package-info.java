@NullMarked
package dev.trainyard.cli.plan;

import org.jspecify.annotations.NullMarked;
