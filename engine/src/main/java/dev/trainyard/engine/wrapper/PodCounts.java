package dev.trainyard.engine.wrapper;

import dev.trainyard.engine.wrapper.ObservedWrapper.WrappedPod;
import java.util.List;

/// How many pods are how far. One that runs and was asked to go counts as nothing, nor does one of
/// which nobody knows.
public record PodCounts(int pending, int running, int succeeded, int failed) {

  static PodCounts of(List<WrappedPod> pods) {
    int pending = 0;
    int running = 0;
    int succeeded = 0;
    int failed = 0;
    for (var pod : pods) {
      switch (pod.stage()) {
        case CREATED, SCHEDULED, STARTING -> pending++;
        case RUNNING -> running += pod.leaving() ? 0 : 1;
        case SUCCEEDED -> succeeded++;
        case FAILED -> failed++;
        case UNKNOWN -> {}
      }
    }
    return new PodCounts(pending, running, succeeded, failed);
  }

  int there() {
    return pending + running + succeeded;
  }

  int ready() {
    return running + succeeded;
  }
}
