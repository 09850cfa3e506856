/// How the kernel keeps containers within their limits.
@NullMarked
package dev.trainyard.yard.node.cgroups;

import org.jspecify.annotations.NullMarked;
