/// Decides where pods go: a snapshot in, a placement out, and nothing that happens in between.
@NullMarked
package dev.trainyard.scheduler.core;

import org.jspecify.annotations.NullMarked;
