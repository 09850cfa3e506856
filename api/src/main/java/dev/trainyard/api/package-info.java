/// The custom resources Trainyard understands, as records, and their definitions for a cluster.
@NullMarked
package dev.trainyard.api;

import org.jspecify.annotations.NullMarked;
