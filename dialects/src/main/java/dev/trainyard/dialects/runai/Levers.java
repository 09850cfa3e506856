package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.api.runai.TrainingWorkloadStatus;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.Wish;
import java.util.List;
import java.util.Optional;

/// What a workload lets people change while it is there.
record Levers(TrainingWorkload resource) {

  Answer answer(Wish wish) {
    return switch (wish) {
      case Wish.Pause() -> pause();
      case Wish.Resume() -> resume();
      case Wish.Restart() -> restart();
      case Wish.Scale _ ->
          new Answer.Refused(
              "a TrainingWorkload keeps the parallelism and processes it was submitted with; submit"
                  + " another one, or scale a PyTorchJob, PyTorchTrainingJob or DeepSpeedJob");
      case Wish.Debug() ->
          new Answer.Refused(
              "a TrainingWorkload has no debug mode: its command is all it runs; PyTorchTrainingJob"
                  + " and DeepSpeedJob have one");
    };
  }

  private boolean active() {
    return new Live(resource).active();
  }

  private Answer pause() {
    return active()
        ? new Answer.Change(
            active(false),
            "paused",
            List.of("Its pods and ephemeral volumes go now; what has succeeded stays done."))
        : new Answer.Already("already paused");
  }

  private Answer resume() {
    return active()
        ? new Answer.Already("not paused")
        : new Answer.Change(
            active(true),
            "resumed",
            List.of("What has not succeeded starts again; failures still count."));
  }

  private Answer restart() {
    if (!active()) {
      return new Answer.Refused("it is paused and has no pods to restart");
    }
    var state = StatusReading.of(Optional.ofNullable(resource.status()));
    if (PhaseWords.isMpi(state)) {
      return new Answer.Refused(
          "its MPIJob has the pods: trainyard restart mpijob/%s"
              .formatted(
                  Optional.ofNullable(resource.status())
                      .map(TrainingWorkloadStatus::jobName)
                      .orElse("NAME")));
    }
    return Restarts.answer(resource.metadata(), state.remember().attempt());
  }

  private static ObjectNode active(boolean active) {
    var patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("spec").putObject("active").put("value", active);
    return patch;
  }
}
