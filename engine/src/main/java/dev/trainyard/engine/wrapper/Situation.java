package dev.trainyard.engine.wrapper;

import dev.trainyard.engine.wrapper.WrapperState.Phase;
import java.util.SortedSet;

/// The one situation a wrapper is in. The order of the checks is the order of precedence.
sealed interface Situation {

  /// It was deleted, and what it has made must go before it does.
  record Leaving() implements Situation {}

  /// It was deleted before it had made anything: nothing holds it.
  record LetGo() implements Situation {}

  record New() implements Situation {}

  record Parked() implements Situation {}

  record Granted() implements Situation {}

  /// Suspended where that means to stop what is under way.
  record Interrupted(Phase during) implements Situation {}

  record Deploying() implements Situation {}

  record Missing(int found, int expected) implements Situation {}

  record Broken(int components) implements Situation {}

  record Won() implements Situation {}

  record PodsFailed(int count) implements Situation {}

  record Endangered(SortedSet<String> nodes) implements Situation {}

  record Whole() implements Situation {}

  record TooFew() implements Situation {}

  record Suspending() implements Situation {}

  record Resetting() implements Situation {}

  record Lost() implements Situation {}

  record Finished() implements Situation {}

  static Situation of(Scene scene) {
    if (scene.observed().deletionAsked()) {
      return scene.observed().held() ? new Leaving() : new LetGo();
    }
    var phase = scene.state().phase();
    var suspended = scene.wrapper().suspended();
    return switch (phase) {
      case EMPTY -> new New();
      case SUSPENDED -> suspended ? new Parked() : new Granted();
      case RESUMING -> suspended ? new Interrupted(phase) : new Deploying();
      case RUNNING -> suspended ? new Interrupted(phase) : ofRunning(scene);
      case RESETTING -> suspended ? new Interrupted(phase) : new Resetting();
      case SUSPENDING -> new Suspending();
      case SUCCEEDED -> new Finished();
      case FAILED -> new Lost();
      // Written for one that is deleted; without the deletion somebody else has written it.
      case TERMINATING -> new LetGo();
    };
  }

  private static Situation ofRunning(Scene scene) {
    var expected = scene.state().components().size();
    if (scene.live() != expected) {
      return new Missing(scene.live(), expected);
    }
    if (scene.failedComponents() > 0) {
      return new Broken(scene.failedComponents());
    }
    if (scene.won()) {
      return new Won();
    }
    var counts = scene.counts();
    if (counts.failed() > 0) {
      return new PodsFailed(counts.failed());
    }
    var sick = scene.sickNodes();
    if (!sick.isEmpty()) {
      return new Endangered(sick);
    }
    return counts.ready() >= scene.wrapper().expectedPods() ? new Whole() : new TooFew();
  }
}
