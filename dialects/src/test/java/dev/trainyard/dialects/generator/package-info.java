/// What becomes of settings, and of any settings at all.
@NullMarked
package dev.trainyard.dialects.generator;

import org.jspecify.annotations.NullMarked;
