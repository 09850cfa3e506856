package dev.trainyard.api.kubeflow;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.trainyard.api.Copies;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How workers join, leave and find each other under torchrun. An empty policy is still a policy,
/// and an empty `rdzvConf` or `metrics` is not an absent one: the dialect gives them their meaning.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ElasticPolicy(
    @JsonPropertyDescription(
            "The fewest workers to train with. Defaults to maxReplicas, else to the worker count.")
        @Nullable Integer minReplicas,
    @JsonPropertyDescription(
            "The most workers to train with. Defaults to minReplicas, else to the worker count.")
        @Nullable Integer maxReplicas,
    @JsonPropertyDescription(
            "The torchrun rendezvous backend, such as c10d, etcd or etcd-v2. Defaults to c10d.")
        @Nullable String rdzvBackend,
    @JsonPropertyDescription("The rendezvous port. Defaults to the workers' pytorchjob-port.")
        @Nullable Integer rdzvPort,
    @JsonPropertyDescription("The rendezvous host. Defaults to the first worker.")
        @Nullable String rdzvHost,
    @JsonPropertyDescription("The rendezvous id that torchrun groups the workers by.")
        @Nullable String rdzvId,
    @JsonPropertyDescription("Further settings of the rendezvous backend, in order.")
        @Nullable List<RdzvConf> rdzvConf,
    @JsonPropertyDescription("Lets torchrun rendezvous within each replica alone.")
        @Nullable Boolean standalone,
    @JsonPropertyDescription("Deprecated: processes per worker; use spec.nprocPerNode.")
        @Nullable Integer nProcPerNode,
    @JsonPropertyDescription("How often torchrun may restart its group of processes.")
        @Nullable Integer maxRestarts,
    @JsonPropertyDescription(
            "Metrics by which a HorizontalPodAutoscaler scales the workers between minReplicas and"
                + " maxReplicas.")
        @Nullable List<MetricSpec> metrics) {

  public ElasticPolicy {
    rdzvConf = rdzvConf == null ? null : Copies.list("rdzvConf", rdzvConf);
    metrics = metrics == null ? null : Copies.list("metrics", metrics);
  }

  /// One setting of the rendezvous backend, handed to torchrun as `key=value`.
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RdzvConf(
      @JsonPropertyDescription("The name of the setting.") String key,
      @JsonPropertyDescription("Its value.") String value) {

    public RdzvConf {
      key = requireNonNullElse(key, "");
      value = requireNonNullElse(value, "");
    }
  }
}
