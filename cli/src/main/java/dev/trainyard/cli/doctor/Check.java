package dev.trainyard.cli.doctor;

import java.util.Optional;

/// One thing looked at: how it is, and what would make it better.
public record Check(Verdict verdict, String subject, String found, Optional<String> fix) {

  /// A warning costs comfort; a failure keeps Trainyard from working at all.
  public enum Verdict {
    OK("ok"),
    WARN("warn"),
    FAIL("fail");

    public final String word;

    Verdict(String word) {
      this.word = word;
    }
  }

  static Check ok(String subject, String found) {
    return new Check(Verdict.OK, subject, found, Optional.empty());
  }

  static Check warn(String subject, String found, String fix) {
    return new Check(Verdict.WARN, subject, found, Optional.of(fix));
  }

  static Check fail(String subject, String found, String fix) {
    return new Check(Verdict.FAIL, subject, found, Optional.of(fix));
  }
}
