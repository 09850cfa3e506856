package dev.trainyard.integration.weather;

import java.util.List;

/// What an operator asks the API server for.
///
/// @param path without its query
/// @param old whether any answer will do, however old
record Request(String method, String path, boolean watches, boolean old) {

  static Request of(Message.Head head) {
    var target = head.word(1).split("\\?", 2);
    var query = target.length > 1 ? target[1] : "";
    var words = List.of(query.split("&"));
    return new Request(
        head.word(0), target[0], words.contains("watch=true"), words.contains("resourceVersion=0"));
  }

  boolean writes() {
    return !method.equals("GET");
  }

  /// In as few words as tell it from others.
  @Override
  public String toString() {
    var brief = path.replaceFirst("^/apis?/([^/]+/)?v1/(namespaces/[^/]+/)?", "");
    return (watches ? "WATCH" : method) + " " + brief;
  }
}
