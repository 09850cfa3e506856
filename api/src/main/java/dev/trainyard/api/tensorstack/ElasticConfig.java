package dev.trainyard.api.tensorstack;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// Between how many replicas a job may move while it trains.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ElasticConfig(
    @JsonPropertyDescription("Whether the number of replicas may change. Defaults to false.")
        @Nullable Boolean enable,
    @JsonPropertyDescription("Another spelling of enable.") @Nullable Boolean enabled,
    @JsonPropertyDescription("The job trains with no fewer. Defaults to 1.")
        @Nullable Integer minReplicas,
    @JsonPropertyDescription("The job has no more. Defaults to the replicas that are written.")
        @Nullable Integer maxReplicas,
    @JsonPropertyDescription("How many there should be now; may be changed at any time.")
        @Nullable Integer expectedReplicas) {}
