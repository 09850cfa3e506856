package dev.trainyard.cli.manifests;

import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.Surroundings;
import java.util.ArrayList;
import java.util.List;

/// What the FILE arguments of a command hold: the documents that can be read, in the order they are
/// written, and everything that is wrong with the others.
public record Documents(List<Document> all, List<Finding> findings) {

  public Documents {
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
      var read = YamlReading.of(source);
      all.addAll(read.all());
      findings.addAll(read.findings());
    }
    return new Documents(all, findings);
  }

  public boolean sound() {
    return findings.stream().noneMatch(Finding::fatal);
  }

  /// Every document, when nothing is wrong with any.
  ///
  /// @throws Refusal that lists every problem
  public List<Document> orRefuse() {
    if (!sound()) {
      throw new Refusal(ExitStatus.INVALID, findings.stream().map(Finding::toString).toList());
    }
    return all;
  }
}
