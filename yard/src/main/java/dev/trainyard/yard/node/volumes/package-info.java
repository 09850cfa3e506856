/// The volumes of pods, as directories and files of this machine.
@NullMarked
package dev.trainyard.yard.node.volumes;

import org.jspecify.annotations.NullMarked;
