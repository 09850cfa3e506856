package dev.trainyard.api.tensorstack;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.trainyard.api.Copies;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which logs a TensorBoard shows, and what it runs in.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TensorBoardSpec(
    @JsonPropertyDescription("The image of its container.") @Nullable String image,
    @JsonPropertyDescription("Where the logs lie.") @Nullable LogDir logDir,
    @JsonPropertyDescription(
            "Where the logs lie, in an older form: t9k://pvc/<pvc>/<path> or"
                + " t9k://minio/<secret>/<bucket>/<path>.")
        @Nullable List<String> trainingLogFilesets,
    @JsonPropertyDescription("Whether it rests without a pod. Defaults to false.")
        @Nullable Boolean suspend,
    @JsonPropertyDescription("Another way to say suspend: paused.") @Nullable String runMode,
    @JsonPropertyDescription("Who places its pod; of the scheduler's fields only queue counts.")
        @Nullable SchedulerPolicy scheduler,
    @JsonPropertyDescription("What its container asks for.")
        @Nullable ResourceRequirements resources) {

  public TensorBoardSpec {
    trainingLogFilesets = Copies.listIfAny("trainingLogFilesets", trainingLogFilesets);
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record LogDir(
      @JsonPropertyDescription("Directories of volumes.") @Nullable List<Pvc> pvc,
      @JsonPropertyDescription("Places in an object store.") @Nullable S3 s3,
      @JsonPropertyDescription("Files to be fetched once.") @Nullable Http http) {

    public LogDir {
      pvc = Copies.listIfAny("pvc", pvc);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Pvc(
      @Required @JsonPropertyDescription("The name of the PersistentVolumeClaim.") String name,
      @JsonPropertyDescription("Directories in it; without any, all of it.")
          @Nullable List<String> subPath) {

    public Pvc {
      name = requireNonNullElse(name, "");
      subPath = Copies.listIfAny("subPath", subPath);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record S3(
      @Required
          @JsonPropertyDescription(
              "The Secret with the keys endpoint, accessKeyID and secretAccessKey.")
          SecretRef secretRef,
      @Required @JsonPropertyDescription("Such as s3://bucket/prefix/.") List<String> uri) {

    public S3 {
      secretRef = secretRef == null ? new SecretRef("") : secretRef;
      uri = Copies.list("uri", uri);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  public record SecretRef(
      @Required @JsonPropertyDescription("The name of the Secret.") String name) {

    public SecretRef {
      name = requireNonNullElse(name, "");
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Http(@Required @JsonPropertyDescription("Where the files are.") List<String> url) {

    public Http {
      url = Copies.list("url", url);
    }
  }
}
