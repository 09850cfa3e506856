/// How the records of the group read and write their resources.
@NullMarked
package dev.trainyard.api.kubeflow;

import org.jspecify.annotations.NullMarked;
