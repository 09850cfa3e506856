/// Stories about what containers may use.
@NullMarked
package dev.trainyard.yard.node.cgroups;

import org.jspecify.annotations.NullMarked;
