/// What the yard remembers: every object, durable on disk and readable from memory.
@NullMarked
package dev.trainyard.yard.store;

import org.jspecify.annotations.NullMarked;
