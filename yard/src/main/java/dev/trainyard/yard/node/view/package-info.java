/// What a container sees of the file system: the machine's own, with its volumes in their places.
@NullMarked
package dev.trainyard.yard.node.view;

import org.jspecify.annotations.NullMarked;
