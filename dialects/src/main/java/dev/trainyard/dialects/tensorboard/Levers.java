package dev.trainyard.dialects.tensorboard;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.Wish;
import java.util.List;
import java.util.Optional;

/// What a TensorBoard lets people change while it is there.
record Levers(Board board) {

  Answer answer(Wish wish) {
    return switch (wish) {
      case Wish.Pause() -> pause();
      case Wish.Resume() -> resume();
      case Wish.Restart() -> restart();
      case Wish.Scale _ -> new Answer.Refused("a TensorBoard has exactly one pod");
      case Wish.Debug() -> new Answer.Refused("a TensorBoard has no debug mode");
    };
  }

  private Answer pause() {
    return board.suspended()
        ? new Answer.Already("already paused")
        : new Answer.Change(suspend(true), "paused", List.of("Its page goes; the logs stay."));
  }

  /// The older field would hold it back all the same.
  private Answer resume() {
    if (!board.suspended()) {
      return new Answer.Already("not paused");
    }
    var patch = suspend(false);
    if (Board.PAUSED.equals(board.spec().runMode())) {
      patch.withObjectProperty("spec").putNull("runMode");
    }
    return new Answer.Change(patch, "resumed", List.of("It reads all logs again."));
  }

  private Answer restart() {
    return board.suspended()
        ? new Answer.Refused("it is paused and has no pod to restart")
        : Restarts.answer(
            board.resource().metadata(),
            StatusReading.of(Optional.ofNullable(board.resource().status())).remember().attempt());
  }

  private static ObjectNode suspend(boolean held) {
    var patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("spec").put("suspend", held);
    return patch;
  }
}
