package dev.trainyard.cli.manifests;

/// A place in a file, counted from 1. Line 0 is the file as a whole.
public record Mark(int line, int column) {

  public static final Mark WHOLE_FILE = new Mark(0, 0);
}
