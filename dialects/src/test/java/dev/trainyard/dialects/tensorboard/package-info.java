/// Stories about TensorBoards.
@NullMarked
package dev.trainyard.dialects.tensorboard;

import org.jspecify.annotations.NullMarked;
