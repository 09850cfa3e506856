/// The controller of HorizontalPodAutoscalers.
@NullMarked
package dev.trainyard.yard.autoscaler;

import org.jspecify.annotations.NullMarked;
