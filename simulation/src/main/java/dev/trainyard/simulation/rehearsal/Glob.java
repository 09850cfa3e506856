package dev.trainyard.simulation.rehearsal;

import dev.trainyard.simulation.api.Key;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Names of objects, where `*` stands for any text; with a slash, the namespace before it.
public record Glob(String text) {

  public boolean matches(Key key) {
    return text.contains("/") ? matches(key.namespace() + "/" + key.name()) : matches(key.name());
  }

  private boolean matches(String name) {
    var pattern =
        Arrays.stream(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    return Pattern.matches(pattern, name);
  }

  @Override
  public String toString() {
    return text;
  }
}
