@NullMarked
package dev.trainyard.yard.node.probes;

import org.jspecify.annotations.NullMarked;
