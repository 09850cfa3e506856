package dev.trainyard.dialects.appwrapper;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Wish;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What an AppWrapper has in common with jobs, for whoever lists, judges and installs kinds: its
/// name, its rules, how far it has come and what people may ask of it. What happens to it is
/// another matter: there is no job to be read from it, so nobody can decide about it as if it were
/// one, and nothing is ever stored or told from here.
public final class AppWrapperDialect implements Dialect<AppWrapper> {

  @Override
  public Kind kind() {
    return AppWrappers.KIND;
  }

  @Override
  public String validator() {
    return AppWrappers.VALIDATOR;
  }

  /// Without asking who wants it: only the webhook of a cluster knows.
  @Override
  public List<Problem> validate(AppWrapper resource, Optional<AppWrapper> before, Lookup lookup) {
    return new AppWrappers(WrapperSettings.of(lookup.settings()))
        .validate(resource, before, Surroundings.none());
  }

  @Override
  public Reading read(AppWrapper resource, Lookup lookup) {
    return new Reading.NotOurs("it wraps jobs, and is none");
  }

  @Override
  public JobState recall(AppWrapper resource) {
    return Progress.of(resource);
  }

  @Override
  public AppWrapper withStatus(AppWrapper resource, JobState state, Instant now) {
    return resource;
  }

  @Override
  public AppWrapper refused(AppWrapper resource, List<Problem> problems, Instant now) {
    return resource;
  }

  @Override
  public List<EventText> tell(AppWrapper resource, Fact fact) {
    return List.of();
  }

  /// The finalizer, and what the queue says.
  @Override
  public Set<Change> changes() {
    return Set.of(Change.ANNOTATIONS);
  }

  @Override
  public boolean grants(Wish wish) {
    return switch (wish) {
      case Wish.Pause _, Wish.Resume _ -> true;
      case Wish.Restart _, Wish.Scale _, Wish.Debug _ -> false;
    };
  }

  @Override
  public Answer answer(AppWrapper resource, Wish wish) {
    boolean suspended = QueueMarks.suspended(resource);
    return switch (wish) {
      case Wish.Pause() ->
          suspended
              ? new Answer.Already(
                  QueueMarks.looksWaiting(resource) && queue(resource).isPresent()
                      ? "suspended already; it waits for its turn in queue " + queue(resource).get()
                      : "already paused")
              : new Answer.Change(suspend(true), "paused", List.of(afterPause(resource)));
      case Wish.Resume() ->
          suspended
              ? new Answer.Change(suspend(false), "resumed", List.of(afterResume(resource)))
              : new Answer.Already("not paused");
      case Wish.Restart _, Wish.Scale _, Wish.Debug _ ->
          new Answer.Refused("an AppWrapper has no means for it: ask what it wraps");
    };
  }

  private static Optional<String> queue(AppWrapper resource) {
    return new AppWrappers(WrapperSettings.defaults()).queue(resource);
  }

  /// It can be told from an AppWrapper whose word counts: our own queue leaves its mark on those it
  /// has let in, and one that names a queue and runs without it was let in by Kueue.
  private static String afterPause(AppWrapper resource) {
    if (QueueMarks.seat(resource) == AppWrappers.Seat.ADMITTED) {
      return "What it has made goes. Trainyard's own queue is in charge: it holds it until it is"
          + " resumed, and then it waits for its turn again.";
    }
    return queue(resource).isPresent()
        ? "What it has made goes. Where Kueue is in charge of queue %s, it undoes this."
            .formatted(queue(resource).get())
        : "What it has made goes. It names no queue, so nobody else starts or stops it.";
  }

  private static String afterResume(AppWrapper resource) {
    return queue(resource)
        .map("It begins when it is its turn in queue %s."::formatted)
        .orElse("What it wraps is created again.");
  }

  private static ObjectNode suspend(boolean held) {
    var patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("spec").put("suspend", held);
    return patch;
  }
}
