package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A desk with a settings file, and what `generate` makes of it.
record SettingsDesk(Path directory, String chart, String settings) {

  /// The least there must be.
  static final String TINY = "jobName: tiny\ncontainerImage: quay.io/acme/trainer:2.1\n";

  private static final String JOB = "/spec/components/0/template";
  private static final String POD = JOB + "/spec/pytorchReplicaSpecs/Master/template";

  Desk.Outcome run(String... more) {
    var arguments = new ArrayList<>(List.of("generate", "s.yaml", "--chart", chart));
    arguments.addAll(List.of(more));
    return Desk.in(directory).file("s.yaml", settings).run(arguments.toArray(String[]::new));
  }

  JsonNode made() {
    var outcome = run();
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return yaml(outcome.out());
  }

  /// A part of it: from the job on behind `J`, from the master's pod template behind `P`, from its
  /// container behind `C`.
  JsonNode part(String path) {
    return made()
        .at(
            path.replaceFirst("^J", JOB)
                .replaceFirst("^C", POD + "/spec/containers/0")
                .replaceFirst("^P", POD));
  }

  String script() {
    return part("C/command/2").textValue();
  }

  static JsonNode yaml(String text) {
    try {
      return new YAMLMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
