package dev.trainyard.api.kubeflow;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import org.jspecify.annotations.Nullable;

/// The limits, clean-up and hold of a whole job, shared by every kind of the group.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunPolicy(
    @JsonPropertyDescription(
            "Which pods go when the job ends: All, Running (those still running or pending), or"
                + " None. Defaults to None.")
        @Nullable String cleanPodPolicy,
    @JsonPropertyDescription(
            "Seconds after completion until the job deletes itself. Unset keeps it for ever.")
        @Nullable Integer ttlSecondsAfterFinished,
    @JsonPropertyDescription(
            "Seconds the job may run, from its start or last resume, before it is failed.")
        @Nullable Long activeDeadlineSeconds,
    @JsonPropertyDescription("Restarts at which the job is failed. Unset means no limit.")
        @Nullable Integer backoffLimit,
    @JsonPropertyDescription("How the pods are placed together.")
        @Nullable SchedulingPolicy schedulingPolicy,
    @Default("false")
        @JsonPropertyDescription(
            "Holds the job without pods; setting it on a running job removes its pods.")
        @Nullable Boolean suspend,
    @JsonPropertyDescription(
            "Who runs the job: kubeflow.org/training-operator or kueue.x-k8s.io/multikueue."
                + " Immutable.")
        @Nullable String managedBy) {}
