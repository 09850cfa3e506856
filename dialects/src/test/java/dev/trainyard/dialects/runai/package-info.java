/// Stories about Run:ai's TrainingWorkloads.
@NullMarked
package dev.trainyard.dialects.runai;

import org.jspecify.annotations.NullMarked;
