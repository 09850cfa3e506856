package dev.trainyard.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.manifests.KnownKinds.Recognition;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Words;
import dev.trainyard.yard.apiserver.Violation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Everything that is wrong with one document, each fault once: what cannot be read, what nobody
/// knows, what the definition demands, and the rules of the dialect for all the rest.
final class Inspection {

  private static final List<String> OF_EVERY_OBJECT = List.of("apiVersion", "kind", "metadata");

  private static final Pattern UNQUOTED =
      Pattern.compile("expected a string, found (the number .*|a number|true or false|true|false)");

  private static final Set<String> METADATA =
      Set.of(
          "annotations",
          "creationTimestamp",
          "deletionGracePeriodSeconds",
          "deletionTimestamp",
          "finalizers",
          "generateName",
          "generation",
          "labels",
          "managedFields",
          "name",
          "namespace",
          "ownerReferences",
          "resourceVersion",
          "selfLink",
          "uid");

  private final CheckedKind<?> kind;
  private final ObjectNode json;
  private final List<Problem> problems = new ArrayList<>();

  /// Where the faults found so far lie; what follows from them is not told again.
  private final List<String> faults = new ArrayList<>();

  private Inspection(CheckedKind<?> kind, ObjectNode json) {
    this.kind = kind;
    this.json = json;
  }

  static List<Problem> of(Document document, Lookup lookup) {
    return switch (KnownKinds.recognise(document)) {
      case Recognition.Plain() -> List.of();
      case Recognition.Foreign(var advice) -> List.of(advice);
      case Recognition.Unknown(var problem) -> List.of(problem);
      case Recognition.ReadBy(var kind) -> kind.problems(document.json());
      case Recognition.Job(var kind) -> new Inspection(kind, document.json()).problems(lookup);
    };
  }

  private List<Problem> problems(Lookup lookup) {
    // As a server does: a null where none is allowed is as good as nothing.
    var demands = kind.schema().validate(kind.schema().withDefaults(json));
    unknownFields(demands.stream().filter(Inspection::isMistyped).map(Violation::path).toList());
    var mismatches = kind.mismatches(json);
    mismatches.forEach(problem -> found(quotable(problem), problem.path()));
    var readable = json.deepCopy();
    mismatches.forEach(problem -> FieldPaths.remove(readable, problem.path()));
    var rules =
        kind.rules(readable, lookup).orElse(List.of()).stream().filter(this::isNew).toList();
    demands.stream()
        .map(Inspection::problem)
        .filter(this::isNew)
        .filter(demand -> rules.stream().noneMatch(rule -> same(rule, demand)))
        .forEach(problems::add);
    problems.addAll(rules);
    return problems;
  }

  /// The most frequent mistake in YAML has an easy fix.
  private static Problem quotable(Problem problem) {
    boolean unquoted = UNQUOTED.matcher(problem.message()).matches();
    return unquoted
        ? Problem.error(problem.path(), problem.message() + "; put it in quotes")
        : problem;
  }

  private void found(Problem problem, String fault) {
    problems.add(problem);
    faults.add(fault);
  }

  private boolean isNew(Problem problem) {
    return faults.stream().noneMatch(fault -> FieldPaths.follows(problem.path(), fault));
  }

  private static boolean same(Problem one, Problem other) {
    return FieldPaths.plain(one.path()).equals(FieldPaths.plain(other.path()));
  }

  private static boolean isMistyped(Violation violation) {
    return violation.rule() == Violation.Rule.TYPE;
  }

  /// What stands in something that should be of another type is nothing to speak of.
  private void unknownFields(List<String> mistyped) {
    var unknown =
        kind.schema().unknownFields(json).stream()
            .filter(path -> !parent(path).equals("metadata"))
            .filter(path -> mistyped.stream().noneMatch(one -> FieldPaths.follows(path, one)))
            .toList();
    for (var path : unknown) {
      var known = new LinkedHashSet<>(kind.schema().fieldsAt(parent(path)));
      if (parent(path).isEmpty()) {
        known.addAll(OF_EVERY_OBJECT);
      }
      unknownField(path, known);
    }
    json.path("metadata")
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!METADATA.contains(name)) {
                unknownField("metadata." + name, METADATA.stream().sorted().toList());
              }
            });
  }

  /// A field that is there already cannot be what another one was meant to be.
  private void unknownField(String path, Iterable<String> known) {
    var parent = parent(path);
    var name = path.substring(parent.isEmpty() ? 0 : parent.length() + 1);
    var free = new ArrayList<String>();
    for (var field : known) {
      if (!has(parent, field)) {
        free.add(field);
      }
    }
    var meant = Words.nearest(name, free);
    found(
        Problem.error(
            path,
            "unknown field" + meant.map("; did you mean %s?"::formatted).orElse("; remove it")),
        parent.isEmpty() ? meant.orElse(name) : parent + "." + meant.orElse(name));
  }

  private boolean has(String parent, String field) {
    JsonNode here = json;
    for (var step : FieldPaths.plain(parent).split("\\.", -1)) {
      if (!step.isEmpty()) {
        here = here.isArray() ? here.path(Integer.parseInt(step)) : here.path(step);
      }
    }
    return here.has(field);
  }

  private static String parent(String path) {
    return path.contains(".") ? path.substring(0, path.lastIndexOf('.')) : "";
  }

  /// The path stands in front of the message already.
  private static Problem problem(Violation violation) {
    var message = violation.message().replace(violation.path() + " in body ", "");
    return Problem.error(violation.path(), message);
  }
}
