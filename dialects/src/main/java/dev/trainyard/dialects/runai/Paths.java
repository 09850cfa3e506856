package dev.trainyard.dialects.runai;

import java.util.regex.Pattern;

/// Where in a manifest a value stands, and what users call that place: `spec.ports.items.a.value`
/// is `ports.a`.
final class Paths {

  private static final String SPEC = "spec.";

  private static final Pattern ITEM =
      Pattern.compile("([^.]+)\\.items\\.(.+?)(?:\\.value)?(?:\\.([^.]+))?");

  /// The field as a whole.
  static String field(String field) {
    return SPEC + field;
  }

  static String scalar(String field) {
    return "%s%s.value".formatted(SPEC, field);
  }

  static String items(String field) {
    return "%s%s.items".formatted(SPEC, field);
  }

  static String item(String field, String key) {
    return "%s%s.items.%s".formatted(SPEC, field, key);
  }

  static String itemValue(String field, String key) {
    return item(field, key) + ".value";
  }

  static String member(String field, String key, String member) {
    return "%s.%s".formatted(itemValue(field, key), member);
  }

  /// As users call it.
  static String spoken(String path) {
    if (!path.startsWith(SPEC)) {
      return path;
    }
    var place = path.substring(SPEC.length());
    var item = ITEM.matcher(place);
    if (item.matches()) {
      var of = "%s.%s".formatted(item.group(1), item.group(2));
      return item.group(3) == null ? of : "%s.%s".formatted(of, item.group(3));
    }
    return without(without(place, ".value"), ".items");
  }

  private static String without(String text, String end) {
    return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : text;
  }

  private Paths() {}
}
