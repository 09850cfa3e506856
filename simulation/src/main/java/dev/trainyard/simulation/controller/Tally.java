package dev.trainyard.simulation.controller;

/// Numbers the requests of all controllers of a world, from 1.
public final class Tally {

  private long last;

  long next() {
    return ++last;
  }

  public long last() {
    return last;
  }
}
