/// Kubeflow's jobs for MPI: what their words mean in the neutral model, and back.
@NullMarked
package dev.trainyard.dialects.mpi;

import org.jspecify.annotations.NullMarked;
