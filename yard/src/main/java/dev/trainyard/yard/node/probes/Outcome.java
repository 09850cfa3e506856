package dev.trainyard.yard.node.probes;

/// An answer to a check, with what was said or seen.
public record Outcome(boolean passed, String words) {

  static Outcome good(String words) {
    return new Outcome(true, words);
  }

  static Outcome bad(String words) {
    return new Outcome(false, words);
  }
}
