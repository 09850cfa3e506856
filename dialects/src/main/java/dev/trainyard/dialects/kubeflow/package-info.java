/// Kubeflow's training jobs: what their words mean in the neutral model, and back.
@NullMarked
package dev.trainyard.dialects.kubeflow;

import org.jspecify.annotations.NullMarked;
