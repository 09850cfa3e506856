package dev.trainyard.api.tensorstack;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// Who places the pods of a job.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SchedulerPolicy(
    @JsonPropertyDescription("Places the pods together, as one PodGroup in a Queue.")
        @Nullable T9kScheduler t9kScheduler) {

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record T9kScheduler(
      @JsonPropertyDescription("The Queue that the job waits in.") @Nullable String queue,
      @JsonProperty("Queue") @JsonPropertyDescription("Another spelling of queue.")
          @Nullable String capitalQueue,
      @JsonPropertyDescription("The order inside the queue, from 0 to 100. Defaults to 10.")
          @Nullable Integer priority) {}
}
