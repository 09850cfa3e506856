/// Stories about what containers see.
@NullMarked
package dev.trainyard.yard.node.view;

import org.jspecify.annotations.NullMarked;
