/// Stories about TensorBoards.
@NullMarked
package dev.trainyard.dialects.appwrapper;

import org.jspecify.annotations.NullMarked;
