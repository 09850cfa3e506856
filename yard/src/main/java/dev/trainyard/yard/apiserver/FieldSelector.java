package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Chooses objects by a few of their fields, the ones Kubernetes knows for each kind.
final class FieldSelector {

  private static final Pattern TERM = Pattern.compile("([^=!]++)(==?|!=)(.*)", Pattern.DOTALL);
  private static final String UNESCAPED_COMMA = "(?<!\\\\),";
  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          "pods",
          Set.of(
              "spec.nodeName",
              "spec.restartPolicy",
              "spec.schedulerName",
              "spec.serviceAccountName",
              "status.phase",
              "status.podIP"),
          "events",
          Set.of(
              "involvedObject.kind",
              "involvedObject.namespace",
              "involvedObject.name",
              "involvedObject.uid",
              "involvedObject.apiVersion",
              "involvedObject.resourceVersion",
              "involvedObject.fieldPath",
              "reason",
              "reportingComponent",
              "type"),
          "nodes",
          Set.of("spec.unschedulable"),
          "namespaces",
          Set.of("status.phase"),
          "secrets",
          Set.of("type"));

  private final List<Term> terms;

  private record Term(String field, List<String> path, String value, boolean wanted) {

    static Term of(String field, String value, boolean wanted) {
      return new Term(field, List.of(field.split("\\.")), value, wanted);
    }

    boolean matches(JsonNode object) {
      return matches(Json.at(object, path.toArray(String[]::new)).asText(""));
    }

    boolean matches(String found) {
      return found.equals(value) == wanted;
    }
  }

  private FieldSelector(List<Term> terms) {
    this.terms = terms;
  }

  static FieldSelector parse(Kind kind, String text) {
    var terms = new ArrayList<Term>();
    for (var part : text.split(UNESCAPED_COMMA, -1)) {
      if (part.isBlank()) {
        continue;
      }
      var found = TERM.matcher(part);
      if (!found.matches()) {
        throw new ApiException(
            Status.badRequest(
                "invalid selector: '%s'; can't understand '%s'".formatted(text, part)));
      }
      var field = found.group(1).strip();
      requireKnown(kind, field);
      terms.add(Term.of(field, unescaped(found.group(3)), !found.group(2).equals("!=")));
    }
    return new FieldSelector(terms);
  }

  private static String unescaped(String value) {
    return value.strip().replaceAll("\\\\([\\\\,=])", "$1");
  }

  boolean everything() {
    return terms.isEmpty();
  }

  /// Whether these fields are all it asks for.
  boolean knownFrom(Set<String> fields) {
    return terms.stream().map(Term::field).allMatch(fields::contains);
  }

  /// Whether an object of this name may be chosen, whatever else is in it.
  boolean admits(String name) {
    return terms.stream()
        .filter(term -> term.field().equals("metadata.name"))
        .allMatch(term -> term.matches(name));
  }

  boolean matches(JsonNode object) {
    return terms.stream().allMatch(term -> term.matches(object));
  }

  private static void requireKnown(Kind kind, String field) {
    var known =
        field.equals("metadata.name")
            || (field.equals("metadata.namespace") && kind.namespaced())
            || FIELDS.getOrDefault(kind.resource(), Set.of()).contains(field);
    if (!known) {
      throw new ApiException(Status.badRequest("field label not supported: " + field));
    }
  }
}
