package dev.trainyard.integration.weather;

/// What an operator asks the API server for.
///
/// @param path without its query
record Request(String method, String path, boolean watches) {

  static Request of(Message.Head head) {
    var target = head.word(1).split("\\?", 2);
    var query = target.length > 1 ? target[1] : "";
    return new Request(head.word(0), target[0], query.contains("watch=true"));
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
