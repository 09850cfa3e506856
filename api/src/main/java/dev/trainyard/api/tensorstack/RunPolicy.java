package dev.trainyard.api.tensorstack;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// The limits of a whole job, and what becomes of its pods at the end.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunPolicy(
    @JsonPropertyDescription(
            "Seconds the job may be active, from its start or last resume, before it is failed.")
        @Nullable Long activeDeadlineSeconds,
    @JsonPropertyDescription("Restarts that all replicas together may have. Defaults to 3.")
        @Nullable Integer backoffLimit,
    @JsonPropertyDescription(
            "Which pods go when the job ends: All, Unfinished or None. Defaults to None.")
        @Nullable String cleanUpPolicy) {}
