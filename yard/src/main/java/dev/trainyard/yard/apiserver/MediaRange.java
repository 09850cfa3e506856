package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.http.Call;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// One entry of an `Accept` header: a media type, and the form in which Kubernetes is to show
/// objects in it.
record MediaRange(String type, Map<String, String> parameters) {

  enum Encoding {
    JSON("application/json"),
    YAML("application/yaml");

    final String mediaType;

    Encoding(String mediaType) {
      this.mediaType = mediaType;
    }
  }

  private static final MediaRange ANY = new MediaRange("*/*", Map.of());

  MediaRange {
    parameters = Map.copyOf(parameters);
  }

  /// What the reader accepts, the best first.
  static List<MediaRange> of(Call call) {
    var header = call.header("Accept").orElse("");
    if (header.isBlank()) {
      return List.of(ANY);
    }
    return Arrays.stream(header.split(",", -1))
        .map(MediaRange::parse)
        .sorted(Comparator.comparingDouble(MediaRange::quality).reversed())
        .toList();
  }

  private static MediaRange parse(String text) {
    var parts = text.split(";", -1);
    var parameters =
        Arrays.stream(parts)
            .skip(1)
            .map(part -> part.trim().split("=", 2))
            .collect(
                Collectors.toMap(
                    part -> part[0], part -> part.length > 1 ? part[1] : "", (first, _) -> first));
    return new MediaRange(parts[0].trim(), parameters);
  }

  private double quality() {
    try {
      return Double.parseDouble(parameters.getOrDefault("q", "1"));
    } catch (NumberFormatException e) {
      return 1;
    }
  }

  /// What it is written in; a stream of events is never written in YAML.
  Optional<Encoding> encoding(boolean stream) {
    return switch (type) {
      case "application/json", "application/*", "*/*" -> Optional.of(Encoding.JSON);
      case "application/yaml" -> stream ? Optional.empty() : Optional.of(Encoding.YAML);
      default -> Optional.empty();
    };
  }

  /// The kind that objects are to be shown as. One of an API that nobody has is a kind that nobody
  /// has.
  Optional<String> as() {
    var known =
        parameters.getOrDefault("g", "").equals("meta.k8s.io")
            && List.of("v1", "v1beta1").contains(parameters.getOrDefault("v", ""));
    return Optional.ofNullable(parameters.get("as")).map(as -> known ? as : "");
  }
}
