package dev.trainyard.api.tensorstack;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.trainyard.api.Copies;
import io.fabric8.kubernetes.api.model.IntOrString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How torchrun starts the training program, which is then named by the template's `args`.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TorchrunConfig(
    @JsonPropertyDescription("Whether torchrun starts the program. Defaults to false.")
        @Nullable Boolean enable,
    @JsonPropertyDescription("Another spelling of enable.") @Nullable Boolean enabled,
    @JsonPropertyDescription("How often torchrun starts its workers again.")
        @Nullable Integer maxRestarts,
    @JsonPropertyDescription(
            "Processes in each replica: a number, gpu, cpu or auto. Defaults to 1.")
        @Nullable IntOrString procPerNode,
    @JsonPropertyDescription(
            "How replicas find each other: c10d, etcd or etcd-v2. Defaults to c10d.")
        @Nullable String rdzvBackend,
    @JsonPropertyDescription("Further options for torchrun; one that is given twice counts here.")
        @Nullable List<String> extraOptions) {

  public TorchrunConfig {
    extraOptions = Copies.listIfAny("extraOptions", extraOptions);
  }
}
