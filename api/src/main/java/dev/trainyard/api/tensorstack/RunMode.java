package dev.trainyard.api.tensorstack;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.trainyard.api.Copies;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Normal, debug or pause; pause wins over debug.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunMode(
    @JsonPropertyDescription("Pods that run a command of your choice in place of the training.")
        @Nullable DebugMode debug,
    @JsonPropertyDescription("No pods at all, and what is different once they are back.")
        @Nullable PauseMode pause) {

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record DebugMode(
      @JsonPropertyDescription("Whether the job is being looked into. Defaults to false.")
          @Nullable Boolean enable,
      @JsonPropertyDescription("Another spelling of enable.") @Nullable Boolean enabled,
      @JsonPropertyDescription("What is particular to a type; the others use the defaults.")
          @Nullable List<DebugReplica> replicaSpecs) {

    public DebugMode {
      replicaSpecs = Copies.listIfAny("replicaSpecs", replicaSpecs);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record DebugReplica(
      @Required @JsonPropertyDescription("A type of the job.") String type,
      @JsonPropertyDescription("Whether init containers are left out. Defaults to false.")
          @Nullable Boolean skipInitContainer,
      @JsonPropertyDescription("What the training container runs instead.")
          @Nullable List<String> command) {

    public DebugReplica {
      type = requireNonNullElse(type, "");
      command = Copies.listIfAny("command", command);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PauseMode(
      @JsonPropertyDescription("Whether the job is paused. Defaults to false.")
          @Nullable Boolean enable,
      @JsonPropertyDescription("Another spelling of enable.") @Nullable Boolean enabled,
      @JsonPropertyDescription("What a type runs after a pause; the others run what they ran.")
          @Nullable List<ResumeReplica> resumeSpecs) {

    public PauseMode {
      resumeSpecs = Copies.listIfAny("resumeSpecs", resumeSpecs);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ResumeReplica(
      @Required @JsonPropertyDescription("A type of the job.") String type,
      @JsonPropertyDescription("Whether init containers are left out. Defaults to false.")
          @Nullable Boolean skipInitContainer,
      @JsonPropertyDescription("In place of the template's command.")
          @Nullable List<String> command,
      @JsonPropertyDescription("In place of the template's args.") @Nullable List<String> args) {

    public ResumeReplica {
      type = requireNonNullElse(type, "");
      command = Copies.listIfAny("command", command);
      args = Copies.listIfAny("args", args);
    }
  }
}
