/// What Kueue calls its queues.
@NullMarked
package dev.trainyard.api.kueue;

import org.jspecify.annotations.NullMarked;
