package dev.trainyard.yard.apiserver.rights;

/// Whether somebody may do something, and by what.
///
/// @param reason empty where nothing allows it
public record Verdict(boolean allowed, String reason) {

  static final Verdict NO = new Verdict(false, "");

  static Verdict by(String reason) {
    return new Verdict(true, reason);
  }
}
