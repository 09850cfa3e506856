package dev.trainyard.dialects.appwrapper;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.UnknownFields;
import dev.trainyard.dialects.appwrapper.TemplatePath.Place;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Whether a path leads to something that pods can be made from.
final class PodTemplates {

  private static final Codec<PodSpec> POD_SPEC = Codec.of(PodSpec.class);

  /// Why it does not, if so.
  static Optional<String> flaw(JsonNode template, String path) {
    return switch (TemplatePath.object(template, path)) {
      case Place.Lost(var error) -> Optional.of(error);
      case Place.Found(var value) -> flawOf(value, path);
    };
  }

  /// What every pod made from it is like, where it leads to such a thing.
  static Optional<PodSpec> find(JsonNode template, String path) {
    return TemplatePath.object(template, path) instanceof Place.Found(var value)
            && POD_SPEC.parse(value.path("spec")) instanceof Parsed.Understood<PodSpec>(var spec)
        ? Optional.of(spec)
        : Optional.empty();
  }

  private static Optional<String> flawOf(JsonNode value, String path) {
    var spec = value.path("spec");
    if (!spec.isObject()) {
      return Optional.of("content at %s does not contain a spec".formatted(path));
    }
    return decoding(spec)
        .map(
            error -> "content at %s.spec not parseable as a v1.PodSpec: %s".formatted(path, error));
  }

  private static Optional<String> decoding(JsonNode spec) {
    if (POD_SPEC.parse(spec) instanceof Parsed.NotUnderstood<PodSpec>(var problems)) {
      return Optional.of(Problem.joined(problems));
    }
    List<String> unknown = UnknownFields.in(spec, PodSpec.class);
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of(
            unknown.stream()
                .map("unknown field \"%s\""::formatted)
                .collect(Collectors.joining(", ", "strict decoding error: ", "")));
  }

  private PodTemplates() {}
}
