/// Kubernetes' `Job` of `batch/v1`, for places where no Job controller runs.
@NullMarked
package dev.trainyard.dialects.batch;

import org.jspecify.annotations.NullMarked;
