/// Stories about the Jobs of Kubernetes.
@NullMarked
package dev.trainyard.dialects.batch;

import org.jspecify.annotations.NullMarked;
