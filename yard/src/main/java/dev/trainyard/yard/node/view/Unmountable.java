package dev.trainyard.yard.node.view;

import java.io.IOException;

/// A volume that fits nowhere on this machine. The message says why and what would help.
public final class Unmountable extends IOException {

  Unmountable(String message) {
    super(message);
  }
}
