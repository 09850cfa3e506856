/// Run:ai's `TrainingWorkload` and the policies that rule it.
@NullMarked
package dev.trainyard.dialects.runai;

import org.jspecify.annotations.NullMarked;
