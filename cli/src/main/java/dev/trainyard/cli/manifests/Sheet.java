package dev.trainyard.cli.manifests;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.Surroundings;
import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A YAML file that is no manifest, such as a script: one mapping, and where everything in it
/// stands.
public final class Sheet {

  private final Source source;
  private final ObjectNode json;
  private final Place place;

  private Sheet(Source source, ObjectNode json, Place place) {
    this.source = source;
    this.json = json;
    this.place = place;
  }

  /// A sheet, or everything that keeps it from being read.
  public record Reading(Optional<Sheet> sheet, List<Finding> findings) {
    public Reading {
      findings = List.copyOf(findings);
    }
  }

  /// Never fails: what cannot be read is a finding.
  ///
  /// @param file a path, or `-` for standard input
  /// @param holds what such a sheet is, for whoever wrote something else
  public static Reading read(Surroundings surroundings, String file, String holds) {
    var inputs = new Inputs(surroundings, List.of(file));
    var findings = new ArrayList<>(inputs.findings());
    for (var source : inputs.sources()) {
      var reading = YamlReading.values(source, NodeReading.Twice.REFUSED);
      findings.addAll(reading.findings());
      var values = reading.values();
      if (findings.isEmpty()) {
        if (values.size() == 1 && values.getFirst().json() instanceof ObjectNode object) {
          return new Reading(
              Optional.of(new Sheet(source, object, values.getFirst().place())), List.of());
        }
        findings.add(source.finding(new Mark(1, 1), "must be " + holds));
      }
    }
    return new Reading(Optional.empty(), findings);
  }

  public String file() {
    return source.name();
  }

  public ObjectNode json() {
    return json;
  }

  /// `FILE:LINE` of a field path.
  public String where(String path) {
    return "%s:%d".formatted(source.name(), place.nearest(path).line());
  }

  public Finding finding(Problem problem) {
    return source.finding(place.nearest(problem.path()), problem);
  }
}
