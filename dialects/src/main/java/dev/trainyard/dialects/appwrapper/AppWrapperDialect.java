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
    boolean held = Boolean.TRUE.equals(resource.spec().suspend());
    return switch (wish) {
      case Wish.Pause() ->
          held
              ? new Answer.Already("already paused")
              : new Answer.Change(
                  suspend(true),
                  "paused",
                  List.of("What it has made goes; a queue of Kueue would undo this."));
      case Wish.Resume() ->
          held
              ? new Answer.Change(
                  suspend(false), "resumed", List.of("What it wraps is created again."))
              : new Answer.Already("not paused");
      case Wish.Restart _, Wish.Scale _, Wish.Debug _ ->
          new Answer.Refused("an AppWrapper has no means for it: ask what it wraps");
    };
  }

  private static ObjectNode suspend(boolean held) {
    var patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("spec").put("suspend", held);
    return patch;
  }
}
