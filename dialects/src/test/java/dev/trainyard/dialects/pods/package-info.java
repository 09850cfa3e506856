/// What must not become a pod.
@NullMarked
package dev.trainyard.dialects.pods;

import org.jspecify.annotations.NullMarked;
