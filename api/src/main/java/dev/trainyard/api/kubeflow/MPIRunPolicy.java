package dev.trainyard.api.kubeflow;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import org.jspecify.annotations.Nullable;

/// The limits, clean-up and hold of an MPIJob. The limits are those of the launcher's Job.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MPIRunPolicy(
    @JsonPropertyDescription(
            "Which workers go when the job ends: All, Running (those still running or pending), or"
                + " None. Defaults to None.")
        @Nullable String cleanPodPolicy,
    @JsonPropertyDescription(
            "Seconds after completion until the launcher's Job goes; the MPIJob stays. Unset keeps"
                + " both.")
        @Nullable Integer ttlSecondsAfterFinished,
    @JsonPropertyDescription(
            "Seconds the launcher may run, from its start or last resume, before the job is"
                + " failed.")
        @Nullable Long activeDeadlineSeconds,
    @JsonPropertyDescription(
            "How many launcher pods may fail before the job is failed. Unset means 6, as for any"
                + " Job.")
        @Nullable Integer backoffLimit,
    @JsonPropertyDescription("How the pods are placed together.")
        @Nullable SchedulingPolicy schedulingPolicy,
    @Default("false")
        @JsonPropertyDescription(
            "Holds the job without pods; setting it on a running job removes its workers and"
                + " suspends the launcher.")
        @Nullable Boolean suspend,
    @JsonPropertyDescription(
            "Who runs the job: kubeflow.org/mpi-operator or kueue.x-k8s.io/multikueue. Immutable.")
        @Nullable String managedBy) {}
