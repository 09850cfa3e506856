package dev.trainyard.operator.wrapper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.AppWrappers.Seat;
import dev.trainyard.dialects.appwrapper.QueueMarks;
import dev.trainyard.dialects.appwrapper.QueueWords;
import dev.trainyard.engine.wrapper.WrapperConditions.ConditionType;
import dev.trainyard.engine.wrapper.WrapperState;
import dev.trainyard.engine.wrapper.WrapperState.Phase;
import dev.trainyard.operator.InFlight;
import dev.trainyard.operator.JobIds;
import dev.trainyard.operator.Teller;
import dev.trainyard.operator.Teller.Saying;
import dev.trainyard.operator.wrapper.Queue.Turn;
import java.util.List;

/// Where an AppWrapper passes from its queue to its lifecycle: marks on it what its queue says, and
/// tells people.
final class Turnstile {

  private static final String PAUSED = "Suspended by its user";

  private final AppWrappers wrappers;
  private final Queue queue;
  private final InFlight inFlight;
  private final Teller teller;

  Turnstile(AppWrappers wrappers, Queue queue, InFlight inFlight, Teller teller) {
    this.wrappers = wrappers;
    this.queue = queue;
    this.inFlight = inFlight;
    this.teller = teller;
  }

  /// How a pass goes on behind it.
  sealed interface Way {

    /// As it is, or held back.
    record On(Pass pass) implements Way {}

    /// Held back, for it has just come; it may be its turn at once.
    record Arrival(Pass pass) implements Way {}

    /// With the AppWrapper as its queue, or its user, will have it from now on.
    record Anew(ObjectNode marked) implements Way {}
  }

  /// One that waits for its turn is as good as suspended, whatever it says itself; once it was its
  /// turn, it is its user who suspends it, or its queue.
  Way enter(Pass pass) {
    var resource = pass.resource();
    if (JobIds.deletionAsked(pass.stored()) || !queue.decidesOn(resource)) {
      return new Way.On(pass);
    }
    var phase = wrappers.recall(resource).phase();
    return switch (phase == Phase.EMPTY ? Seat.WAITING : wrappers.seat(resource)) {
      case HELD -> new Way.On(pass);
      case ADMITTED -> stay(pass, phase);
      case WAITING ->
          switch (phase) {
            case EMPTY -> arrive(pass);
            case SUSPENDED -> await(pass);
            case RESUMING, RUNNING, RESETTING, SUSPENDING, SUCCEEDED, FAILED, TERMINATING ->
                new Way.On(pass);
          };
    };
  }

  /// Nobody has let it in before it was seen, though it may say so: it may be a copy.
  private Way arrive(Pass pass) {
    say(pass, "queued", QueueWords.queued(pass.id()));
    var own = wrappers.seat(pass.resource()) == Seat.WAITING ? pass : inLine(pass);
    return new Way.Arrival(own.heldBack());
  }

  private Way await(Pass pass) {
    return switch (queue.turn(pass.resource())) {
      case Turn.Begins(var clusterQueue) ->
          mark(pass, QueueMarks.admission(clusterQueue), QueueWords.started(clusterQueue));
      case Turn.Waits(var why, var news) -> {
        if (news) {
          say(pass, "waits " + why.replaceAll("[0-9]+", "#"), QueueWords.pending(why));
        }
        var own = QueueMarks.looksWaiting(pass.resource()) ? pass : inLine(pass);
        yield new Way.On(own.heldBack());
      }
      case Turn.Stops _, Turn.Stays _ -> new Way.On(pass.heldBack());
    };
  }

  /// What somebody has written of one that waits is put right, once.
  private Pass inLine(Pass pass) {
    var changed = change(pass, QueueMarks.inLine());
    return AppWrappers.CODEC.parse(changed) instanceof Parsed.Understood<AppWrapper>(var resource)
        ? pass.with(changed, resource)
        : pass;
  }

  private Way stay(Pass pass, Phase phase) {
    boolean over =
        switch (phase) {
          case EMPTY, SUSPENDED, RESUMING, RUNNING, RESETTING, SUSPENDING -> false;
          case SUCCEEDED, FAILED, TERMINATING -> true;
        };
    if (over) {
      return new Way.On(pass);
    }
    if (pass.wrapper().suspended()) {
      return mark(pass, QueueMarks.hold(), QueueWords.stopped(PAUSED));
    }
    return switch (queue.turn(pass.resource())) {
      case Turn.Stops(var why) -> mark(pass, QueueMarks.inLine(), QueueWords.stopped(why));
      case Turn.Begins _, Turn.Waits _, Turn.Stays _ -> new Way.On(pass);
    };
  }

  private Way mark(Pass pass, ObjectNode merge, EventText text) {
    var marked = change(pass, merge);
    say(pass, "%s %s".formatted(Pass.version(marked), text.reason()), text);
    return new Way.Anew(marked);
  }

  /// To be called when a pass has brought it to this state.
  void leave(Pass pass, WrapperState state) {
    if (queue.decidesOn(pass.resource())
        && hasFinished(state)
        && !hasFinished(wrappers.recall(pass.resource()))) {
      say(pass, "finished", QueueWords.finished(pass.id()));
    }
  }

  /// A queue takes one that failed for finished when nothing is left of it.
  private static boolean hasFinished(WrapperState state) {
    return state.phase() == Phase.SUCCEEDED
        || (state.phase() == Phase.FAILED
            && !state.conditions().holds(ConditionType.RESOURCES_DEPLOYED));
  }

  private ObjectNode change(Pass pass, ObjectNode merge) {
    return inFlight.call(() -> pass.writer().change(pass.stored(), merge));
  }

  private void say(Pass pass, String occasion, EventText text) {
    var _ = teller.tell(pass.id(), List.of(new Saying(occasion, text)), pass.writer()::record);
  }
}
