/// TensorStack's jobs: `PyTorchTrainingJob` and `DeepSpeedJob`.
@NullMarked
package dev.trainyard.dialects.tensorstack;

import org.jspecify.annotations.NullMarked;
