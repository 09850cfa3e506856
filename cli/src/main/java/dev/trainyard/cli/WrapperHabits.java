package dev.trainyard.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.manifests.Finding;
import dev.trainyard.cli.manifests.Layers;
import dev.trainyard.cli.manifests.Report;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.appwrapper.WrapperConfig;
import dev.trainyard.dialects.appwrapper.WrapperConfig.Reading;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/// What an administrator sets for every AppWrapper: in a file or a ConfigMap of the cluster, and
/// one by one on top of it.
final class WrapperHabits {

  private static final Layers.Manner MANNER =
      new Layers.Manner(
          "--appwrapper-set", "appwrapper.faultTolerance.retryLimit=5", "profile: mlbatch");

  @Option(
      names = "--appwrapper-config",
      paramLabel = "FILE",
      description =
          "What holds for every AppWrapper, as CodeFlare's operator is configured: YAML, or the"
              + " ConfigMap that holds it.")
  private Optional<String> file = Optional.empty();

  @Option(
      names = "--appwrapper-set",
      paramLabel = "K=V",
      description =
          "One setting of it: profile=mlbatch, queueing.mode=none|kueue|internal,"
              + " appwrapper.faultTolerance.retryLimit=5.")
  private List<String> assignments = List.of();

  /// What was written, and what it means.
  record Said(ObjectNode json, WrapperSettings settings) {}

  /// @param warned told what was written and has no effect
  /// @throws Refusal with everything that makes no sense
  Said said(Surroundings surroundings, Console console, Consumer<String> warned) {
    return said(written(surroundings, console), console, warned);
  }

  /// The same over what the cluster says, which a file stands in for.
  Said said(ConfigMap ofTheCluster, Console console, Consumer<String> warned) {
    return said(layers(ofTheCluster), console, warned);
  }

  boolean inAFile() {
    return file.isPresent();
  }

  private Said said(Layers layers, Console console, Consumer<String> warned) {
    var findings = new ArrayList<>(requireReadable(layers.with(assignments), console).findings());
    var json = layers.json();
    return switch (WrapperConfig.read(json)) {
      case Reading.Refused(var problems) -> {
        findings.addAll(found(layers, problems));
        throw refusal(console, findings);
      }
      case Reading.Understood(var settings, var warnings) -> {
        findings.addAll(found(layers, warnings));
        findings.forEach(finding -> warned.accept(finding.toString()));
        yield new Said(json, settings);
      }
    };
  }

  /// A ConfigMap as it is applied to a cluster says what its one key says.
  private Layers written(Surroundings surroundings, Console console) {
    var layers =
        requireReadable(Layers.read(surroundings, file.stream().toList(), MANNER), console);
    var json = layers.json();
    if (!json.path("kind").asText().equals("ConfigMap")) {
      return layers;
    }
    var data = new LinkedHashMap<String, String>();
    json.path("data")
        .properties()
        .forEach(field -> data.put(field.getKey(), field.getValue().asText()));
    return only(file.orElse(""), data);
  }

  private static Layers layers(ConfigMap map) {
    var metadata = map.getMetadata();
    return only(
        "ConfigMap %s/%s".formatted(metadata.getNamespace(), metadata.getName()),
        Optional.ofNullable(map.getData()).orElse(Map.of()));
  }

  private static Layers only(String where, Map<String, String> data) {
    if (data.size() != 1) {
      throw new Refusal(
          ExitStatus.INVALID,
          "cannot resolve config from %s: it has %s; there must be one key, with all of it in YAML."
              .formatted(
                  where,
                  data.isEmpty() ? "no data" : "the keys " + String.join(", ", data.keySet())));
    }
    var one = data.entrySet().iterator().next();
    return Layers.of("%s, data[%s]".formatted(where, one.getKey()), one.getValue(), MANNER);
  }

  private static Layers requireReadable(Layers layers, Console console) {
    if (layers.findings().stream().anyMatch(Finding::fatal)) {
      throw refusal(console, layers.findings());
    }
    return layers;
  }

  private static List<Finding> found(Layers layers, List<Problem> problems) {
    return problems.stream().map(layers::finding).toList();
  }

  private static Refusal refusal(Console console, List<Finding> findings) {
    return new Refusal(ExitStatus.INVALID, new Report(console).lines(findings));
  }

  /// The same options for another process, which has no standard input.
  List<String> words(Surroundings surroundings) {
    var words = new ArrayList<String>();
    file.ifPresent(
        name -> {
          if (name.equals("-")) {
            throw new Refusal(
                ExitStatus.INVALID,
                "--appwrapper-config: name a file; a yard in the background has no standard"
                    + " input.");
          }
          var path = surroundings.workingDirectory().resolve(name).toAbsolutePath();
          words.addAll(List.of("--appwrapper-config", path.toString()));
        });
    assignments.forEach(one -> words.addAll(List.of("--appwrapper-set", one)));
    return words;
  }
}
