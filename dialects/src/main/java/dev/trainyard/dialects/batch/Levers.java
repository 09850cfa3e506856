package dev.trainyard.dialects.batch;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.Wish;
import java.util.List;

/// What a Job lets people change while it is there.
record Levers(Layout job) {

  Answer answer(Wish wish) {
    return switch (wish) {
      case Wish.Pause() -> pause();
      case Wish.Resume() -> resume();
      case Wish.Restart() -> restart();
      case Wish.Scale _ ->
          new Answer.Refused("how many pods of a Job run at once is its spec.parallelism");
      case Wish.Debug() ->
          new Answer.Refused("a Job has no debug mode: its command is all it runs");
    };
  }

  private Answer pause() {
    return job.suspended()
        ? new Answer.Already("already paused")
        : new Answer.Change(
            suspend(true), "paused", List.of("Its pods end now; what has succeeded stays done."));
  }

  private Answer resume() {
    return job.suspended()
        ? new Answer.Change(
            suspend(false),
            "resumed",
            List.of("What has not succeeded starts again, with a new clock; failures still count."))
        : new Answer.Already("not paused");
  }

  private Answer restart() {
    return job.suspended()
        ? new Answer.Refused("it is paused and has no pods to restart")
        : Restarts.answer(job.metadata(), StatusReading.of(job).remember().attempt());
  }

  private static ObjectNode suspend(boolean held) {
    var patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("spec").put("suspend", held);
    return patch;
  }
}
