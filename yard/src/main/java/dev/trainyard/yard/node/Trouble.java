package dev.trainyard.yard.node;

import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;

/// What went wrong, in words for everybody: without names of files and other values, which may have
/// come from a Secret.
final class Trouble {

  static String words(Exception failure) {
    return switch (failure) {
      case FileSystemException e when e.getReason() != null -> e.getReason();
      case FileSystemException e -> e.getClass().getSimpleName();
      case InvalidPathException e -> e.getReason();
      default ->
          failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    };
  }

  private Trouble() {}
}
