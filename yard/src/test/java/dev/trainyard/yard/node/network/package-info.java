/// Stories about pods that look for each other.
@NullMarked
package dev.trainyard.yard.node.network;

import org.jspecify.annotations.NullMarked;
