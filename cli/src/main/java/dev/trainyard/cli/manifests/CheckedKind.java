package dev.trainyard.cli.manifests;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.yard.apiserver.StructuralSchema;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A kind of job as its manifests are checked: its dialect, what reads it, and its definition's
/// schema.
public record CheckedKind<R>(Dialect<R> dialect, Codec<R> codec, StructuralSchema schema) {

  public String kind() {
    return dialect.kind().kind();
  }

  public String apiVersion() {
    return dialect.kind().apiVersion();
  }

  /// What keeps a resource from being one of this kind at all, whatever its dialect's rules say.
  List<Problem> mismatches(ObjectNode resource) {
    return switch (codec.parse(resource)) {
      case Parsed.Understood<R> _ -> List.of();
      case Parsed.NotUnderstood<R>(var problems) -> problems;
    };
  }

  /// What the dialect has to say about a resource; nothing where it cannot read it.
  Optional<List<Problem>> rules(ObjectNode resource, Lookup lookup) {
    return switch (codec.parse(resource)) {
      case Parsed.Understood<R>(var understood) ->
          Optional.of(dialect.validate(understood, Optional.empty(), lookup));
      case Parsed.NotUnderstood<R> _ -> Optional.empty();
    };
  }

  public Reading read(ObjectNode resource, Lookup lookup) {
    return read(resource, lookup, UnaryOperator.identity());
  }

  /// The job at the largest size it may be scaled to by itself.
  public Reading readLargest(ObjectNode resource, Lookup lookup) {
    return read(resource, lookup, dialect::largest);
  }

  private Reading read(ObjectNode resource, Lookup lookup, UnaryOperator<R> sized) {
    return switch (codec.parse(resource)) {
      case Parsed.Understood<R>(var understood) -> dialect.read(sized.apply(understood), lookup);
      case Parsed.NotUnderstood<R>(var problems) -> new Reading.Refused(problems);
    };
  }
}
