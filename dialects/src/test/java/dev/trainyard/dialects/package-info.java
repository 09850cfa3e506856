/// Stories about what every dialect shares.
@NullMarked
package dev.trainyard.dialects;

import org.jspecify.annotations.NullMarked;
