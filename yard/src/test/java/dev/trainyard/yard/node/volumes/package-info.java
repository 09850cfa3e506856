/// Stories about what pods keep and are given.
@NullMarked
package dev.trainyard.yard.node.volumes;

import org.jspecify.annotations.NullMarked;
