package dev.trainyard.api.tensorstack;

import static java.util.Objects.requireNonNullElseGet;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.trainyard.api.Copies;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// TensorStack's `DeepSpeedJob`.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
public record DeepSpeedJob(ObjectMeta metadata, Spec spec, @Nullable JobStatus status) {

  public static final String GROUP = TensorStack.BATCH_GROUP;
  public static final String VERSION = TensorStack.VERSION;
  public static final String API_VERSION = GROUP + "/" + VERSION;
  public static final String KIND = "DeepSpeedJob";
  public static final String PLURAL = "deepspeedjobs";

  public DeepSpeedJob {
    metadata = requireNonNullElseGet(metadata, ObjectMeta::new);
    spec =
        requireNonNullElseGet(
            spec,
            () ->
                new Spec(
                    new Worker(null, null, new PodTemplateSpec()),
                    null,
                    null,
                    null,
                    null,
                    null,
                    null));
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String apiVersion() {
    return API_VERSION;
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String kind() {
    return KIND;
  }

  public DeepSpeedJob withStatus(JobStatus newStatus) {
    return new DeepSpeedJob(metadata, spec, newStatus);
  }

  /// What to run.
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      @Required
          @JsonPropertyDescription("The workers; worker 0 starts the training on all of them.")
          Worker worker,
      @JsonPropertyDescription("What deepspeed runs, and with which options.")
          @Nullable Config config,
      @JsonPropertyDescription(
              "Whether the training processes go without the variables of their container. Defaults"
                  + " to false.")
          @Nullable Boolean disableCustomEnv,
      @JsonPropertyDescription("Lets the number of workers change while the job trains.")
          @Nullable ElasticConfig elastic,
      @JsonPropertyDescription("Who places the pods; unset leaves it to Kubernetes.")
          @Nullable SchedulerPolicy scheduler,
      @JsonPropertyDescription("Whether the job trains, waits to be looked into, or is paused.")
          @Nullable RunMode runMode,
      @JsonPropertyDescription("When the job is stopped, retried and cleaned up.")
          @Nullable RunPolicy runPolicy) {

    public Spec {
      worker = requireNonNullElseGet(worker, () -> new Worker(null, null, new PodTemplateSpec()));
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Worker(
      @JsonPropertyDescription("How many there are. Defaults to 1.") @Nullable Integer replicas,
      @JsonPropertyDescription(
              "Which ends are followed by a new start: Always, OnFailure, Never or ExitCode (130,"
                  + " 137, 138 and 143). Defaults to Never.")
          @Nullable String restartPolicy,
      @Required
          @JsonPropertyDescription(
              "What each runs in. The command and args of its training container are not used.")
          PodTemplateSpec template) {

    public Worker {
      template = requireNonNullElseGet(template, PodTemplateSpec::new);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Config(
      @JsonPropertyDescription("The training program, in exactly one form.") @Nullable Run run,
      @JsonPropertyDescription(
              "Processes in each worker. Defaults to the GPUs of the training container, or 1.")
          @Nullable Integer slotsPerWorker,
      @JsonPropertyDescription(
              "Whether each process is given --local_rank as an argument. Defaults to true.")
          @Nullable Boolean localRank,
      @JsonPropertyDescription("Tunes before training, or only: run, tune or none.")
          @Nullable String autotune,
      @JsonPropertyDescription("Further options for deepspeed.") @Nullable List<String> otherArgs,
      @JsonPropertyDescription("A shell command that worker 0 runs in place of deepspeed.")
          @Nullable String customCommand) {

    public Config {
      otherArgs = Copies.listIfAny("otherArgs", otherArgs);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Run(
      @JsonPropertyDescription("A Python file and its arguments.") @Nullable List<String> python,
      @JsonPropertyDescription("A Python module and its arguments.") @Nullable List<String> module,
      @JsonProperty("Module") @JsonPropertyDescription("Another spelling of module.")
          @Nullable List<String> capitalModule,
      @JsonPropertyDescription("A program and its arguments.") @Nullable List<String> exec,
      @JsonProperty("Exec") @JsonPropertyDescription("Another spelling of exec.")
          @Nullable List<String> capitalExec) {

    public Run {
      python = Copies.listIfAny("python", python);
      module = Copies.listIfAny("module", module);
      capitalModule = Copies.listIfAny("Module", capitalModule);
      exec = Copies.listIfAny("exec", exec);
      capitalExec = Copies.listIfAny("Exec", capitalExec);
    }
  }
}
