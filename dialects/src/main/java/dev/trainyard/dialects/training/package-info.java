/// What Kubeflow's kinds of jobs have in common: how conditions follow each other, and what a gang
/// scheduler is told.
@NullMarked
package dev.trainyard.dialects.training;

import org.jspecify.annotations.NullMarked;
