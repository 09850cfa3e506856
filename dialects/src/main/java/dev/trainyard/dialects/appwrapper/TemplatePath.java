package dev.trainyard.dialects.appwrapper;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/// The way from a component's manifest, which is called `template`, to something in it:
/// `template.spec.replicatedJobs[0].template`.
final class TemplatePath {

  private static final String ROOT = "template";
  private static final Pattern INDEX = Pattern.compile("[+-]?[0-9]{1,9}");

  /// Where a path leads.
  sealed interface Place {
    record Found(JsonNode value) implements Place {}

    record Lost(String error) implements Place {}
  }

  static Place find(JsonNode template, String path) {
    if (!path.startsWith(ROOT)) {
      return new Place.Lost("first element of the path must be 'template'");
    }
    return new TemplatePath(path).follow(template);
  }

  /// Where an object is needed.
  static Place object(JsonNode template, String path) {
    return switch (find(template, path)) {
      case Place.Found(var value) when !value.isObject() -> lost(path, "non-map value");
      case Place place -> place;
    };
  }

  private final String path;
  private int at = ROOT.length();

  private TemplatePath(String path) {
    this.path = path;
  }

  private Place follow(JsonNode template) {
    Place place = new Place.Found(template);
    while (at < path.length() && place instanceof Place.Found(var value)) {
      place =
          switch (path.charAt(at)) {
            case '[' -> element(value);
            case '.' -> field(value);
            default -> lost(here(), "invalid path element '%s'".formatted(path.substring(at)));
          };
    }
    return place;
  }

  private Place element(JsonNode value) {
    int end = path.indexOf(']', at);
    if (end < 0) {
      return lost(here(), "invalid array index '%s'".formatted(path.substring(at)));
    }
    var text = path.substring(at + 1, end);
    if (!INDEX.matcher(text).matches()) {
      return lost(here(), "invalid index expression '%s'".formatted(text));
    }
    if (!value.isArray()) {
      return lost(here(), "found non-array value");
    }
    int index = Integer.parseInt(text);
    if (index < 0 || index >= value.size()) {
      return lost(here(), "out of bounds index '%d'".formatted(index));
    }
    at = end + 1;
    return new Place.Found(value.get(index));
  }

  private Place field(JsonNode value) {
    at++;
    var key = path.substring(at, endOfKey());
    if (!value.isObject()) {
      return lost(here(), "non-map value");
    }
    if (!value.has(key)) {
      return lost(here(), "missing field '%s'".formatted(key));
    }
    at += key.length();
    return new Place.Found(value.get(key));
  }

  /// The first character belongs to the key, whatever it is.
  private int endOfKey() {
    for (int end = at + 1; end < path.length(); end++) {
      if (path.charAt(end) == '.' || path.charAt(end) == '[') {
        return end;
      }
    }
    return path.length();
  }

  private String here() {
    return path.substring(0, at);
  }

  static Place lost(String position, String what) {
    return new Place.Lost("at path position '%s' %s".formatted(position, what));
  }
}
