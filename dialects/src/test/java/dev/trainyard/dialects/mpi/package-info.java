/// Stories about the MPIJobs of Kubeflow.
@NullMarked
package dev.trainyard.dialects.mpi;

import org.jspecify.annotations.NullMarked;
