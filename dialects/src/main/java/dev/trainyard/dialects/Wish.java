package dev.trainyard.dialects;

import java.util.Optional;

/// What people may ask of a job that is there. Which of it a kind grants, and by which means, is
/// its dialect's to say.
public sealed interface Wish {

  /// Give back what the job holds, until it is resumed.
  record Pause() implements Wish {}

  record Resume() implements Wish {}

  /// As many replicas of a role; without one, of the role that people scale.
  record Scale(Optional<String> role, int replicas) implements Wish {}

  /// End every replica and start them all again, as nobody's failure.
  record Restart() implements Wish {}

  /// Start the replicas with nothing but a shell to look around in.
  record Debug() implements Wish {}
}
