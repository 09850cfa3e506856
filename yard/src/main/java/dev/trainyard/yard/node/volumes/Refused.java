package dev.trainyard.yard.node.volumes;

/// A volume that cannot be given to its pod as things are. The message says which, why and what
/// would help.
public final class Refused extends Exception {

  public Refused(String message) {
    super(message);
  }

  public String why() {
    return String.valueOf(getMessage());
  }
}
