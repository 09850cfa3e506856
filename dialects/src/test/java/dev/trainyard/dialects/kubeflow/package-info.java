/// Stories about Kubeflow's jobs.
@NullMarked
package dev.trainyard.dialects.kubeflow;

import org.jspecify.annotations.NullMarked;
