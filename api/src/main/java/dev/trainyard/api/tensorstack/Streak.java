package dev.trainyard.api.tensorstack;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// Pods of one replica that ended early, one after the other: the more there are, the longer the
/// next one is in coming.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Streak(
    @JsonPropertyDescription("The type of the replica.") String type,
    @JsonPropertyDescription("Its index.") int index,
    @JsonPropertyDescription("How many ended in a row.") int ends,
    @JsonPropertyDescription("When the last did.") @Nullable String last) {

  public Streak {
    type = requireNonNullElse(type, "");
  }
}
