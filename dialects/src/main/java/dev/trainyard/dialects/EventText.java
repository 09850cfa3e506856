package dev.trainyard.dialects;

/// An event in a dialect's own words.
public record EventText(Type type, String reason, String message) {

  public enum Type {
    NORMAL("Normal"),
    WARNING("Warning");

    public final String word;

    Type(String word) {
      this.word = word;
    }
  }

  public static EventText normal(String reason, String message) {
    return new EventText(Type.NORMAL, reason, message);
  }

  public static EventText warning(String reason, String message) {
    return new EventText(Type.WARNING, reason, message);
  }
}
