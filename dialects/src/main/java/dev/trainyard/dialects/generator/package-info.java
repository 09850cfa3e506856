/// MLBatch's pytorchjob-generator: the settings of a user in, an AppWrapper that holds a PyTorchJob
/// out, equal to what the Helm chart of that name makes of them.
@NullMarked
package dev.trainyard.dialects.generator;

import org.jspecify.annotations.NullMarked;
