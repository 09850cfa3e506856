package dev.trainyard.dialects.tensorstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Json;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A job as it is gone by, whatever its definition says by now.
///
/// @param ignored what of the definition is not followed
record Settled<R>(R job, List<Problem> ignored) {

  /// @param spec of a resource
  /// @param mistakes what is wrong with a resource
  static <R> Settled<R> of(
      R resource,
      Optional<ObjectNode> accepted,
      Codec<R> codec,
      Function<R, Object> spec,
      Function<R, List<Problem>> mistakes) {
    var now = Json.tree(spec.apply(resource));
    if (accepted.isEmpty()) {
      return new Settled<>(resource, List.of());
    }
    var restored = Accepted.restored(accepted.get(), now);
    return with(resource, codec, restored)
        .map(
            job -> {
              var wrong = mistakes.apply(job).stream().filter(Problem::fatal).toList();
              var ignored = Accepted.ignored(accepted.get(), now, wrong);
              var corrected = Accepted.corrected(accepted.get(), restored, wrong);
              return new Settled<>(with(resource, codec, corrected).orElse(job), ignored);
            })
        .orElseGet(() -> new Settled<>(resource, List.of()));
  }

  private static <R> Optional<R> with(R resource, Codec<R> codec, JsonNode spec) {
    var tree = codec.write(resource);
    tree.set("spec", spec);
    return codec.parse(tree) instanceof Parsed.Understood<R>(var job)
        ? Optional.of(job)
        : Optional.empty();
  }
}
