/// Stories about TensorStack's jobs.
@NullMarked
package dev.trainyard.dialects.tensorstack;

import org.jspecify.annotations.NullMarked;
