/// What an API server would refuse in a pod, known before anybody asks one.
@NullMarked
package dev.trainyard.dialects.pods;

import org.jspecify.annotations.NullMarked;
