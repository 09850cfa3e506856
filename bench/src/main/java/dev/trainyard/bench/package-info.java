/// What Trainyard costs, measured as ratios within one run.
@org.jspecify.annotations.NullMarked
package dev.trainyard.bench;
