package dev.trainyard.cli.manifests;

import static java.util.Comparator.comparingInt;

import dev.trainyard.cli.Console;
import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.Surroundings;
import dev.trainyard.dialects.Settings;
import java.util.ArrayList;
import java.util.List;

/// What the FILE arguments of a command hold: the documents that can be read, in the order they are
/// written, and everything that is wrong with the others.
public record Documents(List<String> files, List<Document> all, List<Finding> findings) {

  public Documents {
    files = List.copyOf(files);
    all = List.copyOf(all);
    findings = List.copyOf(findings);
  }

  /// Every file may be a path, `-` for standard input, or a directory of manifests. Never fails:
  /// what cannot be read is a finding.
  public static Documents read(Surroundings surroundings, List<String> files) {
    var inputs = new Inputs(surroundings, files);
    var all = new ArrayList<Document>();
    var findings = new ArrayList<>(inputs.findings());
    for (var source : inputs.sources()) {
      var reading = YamlReading.of(source);
      all.addAll(reading.documents());
      findings.addAll(reading.findings());
    }
    return new Documents(inputs.names(), all, findings);
  }

  /// The same documents, with everything that is wrong with what they say as well, in the order of
  /// the files.
  public Documents inspected(Settings settings) {
    var found = new ArrayList<>(findings);
    var lookup = new FileLookup(all, settings);
    for (var document : all) {
      Inspection.of(document, lookup).stream().map(document::finding).forEach(found::add);
    }
    found.sort(
        comparingInt((Finding finding) -> files.indexOf(finding.file()))
            .thenComparingInt(finding -> finding.at().line()));
    return new Documents(files, all, found);
  }

  public boolean sound() {
    return findings.stream().noneMatch(Finding::fatal);
  }

  /// Every document, when nothing is wrong with any.
  ///
  /// @throws Refusal that lists every problem
  public List<Document> orRefuse(Console console) {
    if (!sound()) {
      throw new Refusal(ExitStatus.INVALID, new Report(console).lines(findings));
    }
    return all;
  }
}
