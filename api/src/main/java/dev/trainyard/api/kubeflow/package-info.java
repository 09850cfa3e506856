/// The training jobs of the API group `kubeflow.org`, field for field as users write them.
@NullMarked
package dev.trainyard.api.kubeflow;

import org.jspecify.annotations.NullMarked;
