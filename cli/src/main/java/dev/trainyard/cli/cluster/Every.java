package dev.trainyard.cli.cluster;

import io.fabric8.kubernetes.client.informers.ResourceEventHandler;

/// Takes every change alike.
record Every<T>(Runnable changed) implements ResourceEventHandler<T> {
  @Override
  public void onAdd(T thing) {
    changed.run();
  }

  @Override
  public void onUpdate(T before, T after) {
    changed.run();
  }

  @Override
  public void onDelete(T thing, boolean finalStateUnknown) {
    changed.run();
  }
}
