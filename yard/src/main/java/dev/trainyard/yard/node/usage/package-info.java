/// How much processor time and memory containers use.
@NullMarked
package dev.trainyard.yard.node.usage;

import org.jspecify.annotations.NullMarked;
