/// TensorStack's kinds as an API server stores them, before any default.
@NullMarked
package dev.trainyard.api.tensorstack;

import org.jspecify.annotations.NullMarked;
