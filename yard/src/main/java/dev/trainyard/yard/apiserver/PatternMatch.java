package dev.trainyard.yard.apiserver;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// Matches by a pattern that somebody else wrote, with an end. API servers match in one pass over
/// the text; Java may go back and forth over it until nobody waits any more.
final class PatternMatch {

  private static final int MOST_STEPS = 5_000_000;

  /// Whether the pattern is found, within reason: what takes too long counts as not found.
  static boolean found(Pattern pattern, String text) {
    try {
      return pattern.matcher(new Counted(text, new AtomicInteger())).find();
    } catch (TooLong | StackOverflowError _) {
      return false;
    }
  }

  /// Text that may only be looked at so often.
  private record Counted(CharSequence text, AtomicInteger steps) implements CharSequence {

    @Override
    public char charAt(int index) {
      if (steps.incrementAndGet() > MOST_STEPS) {
        throw new TooLong();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Counted(text.subSequence(start, end), steps);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }

  private static final class TooLong extends RuntimeException {
    TooLong() {
      super("", null, false, false);
    }
  }

  private PatternMatch() {}
}
