package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.trainyard.yard.http.Query;
import java.util.ArrayList;
import java.util.List;

/// Which of the many ways to list and to watch go together.
final class ListOptions {

  private static final String EXACT = "Exact";
  static final String NOT_OLDER = "NotOlderThan";
  private static final String MATCH = "resourceVersionMatch";

  static void checkList(Query query) {
    var violations = new ArrayList<Violation>();
    var match = query.text(MATCH).orElse("");
    if (!match.isEmpty()) {
      if (query.text("resourceVersion").isEmpty()) {
        violations.add(
            Violation.forbidden(
                MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
      }
      checkNoPage(query, violations);
      if (!List.of(EXACT, NOT_OLDER).contains(match)) {
        violations.add(
            Violation.notSupported(MATCH, TextNode.valueOf(match), List.of(EXACT, NOT_OLDER, "")));
      }
      if (match.equals(EXACT) && query.text("resourceVersion").filter("0"::equals).isPresent()) {
        violations.add(
            Violation.forbidden(
                MATCH, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
      }
    }
    if (!query.all("sendInitialEvents").isEmpty()) {
      violations.add(
          Violation.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
    }
    FieldManager.require("ListOptions", violations);
    var _ = query.number("timeoutSeconds");
  }

  static boolean exact(Query query) {
    return query.text(MATCH).filter(EXACT::equals).isPresent();
  }

  static void checkWatch(Query query) {
    var violations = new ArrayList<Violation>();
    var match = query.text(MATCH).orElse("");
    var initial = !query.all("sendInitialEvents").isEmpty();
    if (initial && !match.equals(NOT_OLDER)) {
      violations.add(
          Violation.forbidden(
              MATCH, "sendInitialEvents requires setting resourceVersionMatch to " + NOT_OLDER));
    }
    if (!match.isEmpty()) {
      if (!initial) {
        violations.add(
            Violation.forbidden(
                MATCH,
                "resourceVersionMatch is forbidden for watch unless sendInitialEvents is"
                    + " provided"));
      }
      if (!match.equals(NOT_OLDER)) {
        violations.add(Violation.notSupported(MATCH, TextNode.valueOf(match), List.of(NOT_OLDER)));
      }
      checkNoPage(query, violations);
    }
    FieldManager.require("ListOptions", violations);
  }

  /// The version that a list or watch is to begin with, 0 for any.
  static long version(Query query) {
    var text = query.text("resourceVersion").orElse("0");
    try {
      var version = Long.parseLong(text);
      if (version >= 0) {
        return version;
      }
    } catch (NumberFormatException _) {
      // Told below, as a negative one is.
    }
    throw new ApiException(
        Status.badRequest(
            "Invalid value: \"%s\": strconv.ParseUint: parsing \"%s\": invalid syntax"
                .formatted(text, text)));
  }

  private static void checkNoPage(Query query, List<Violation> violations) {
    if (query.text("continue").isPresent()) {
      violations.add(
          Violation.forbidden(
              MATCH, "resourceVersionMatch is forbidden when continue is provided"));
    }
  }

  private ListOptions() {}
}
