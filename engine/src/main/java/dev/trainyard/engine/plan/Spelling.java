package dev.trainyard.engine.plan;

import dev.trainyard.engine.model.Role.Text;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.util.List;
import java.util.stream.Collectors;

/// Writes out a text for one replica.
record Spelling(TrainingJob job, ReplicaId replica, int tryNumber, int attempt) {

  String of(Text text) {
    return switch (text) {
      case Text.Fixed(var fixed) -> fixed;
      case Text.Rank() -> Integer.toString(job.rank(replica));
      case Text.Index() -> Integer.toString(replica.index());
      case Text.Try() -> Integer.toString(tryNumber);
      case Text.Attempt() -> Integer.toString(attempt);
      case Text.ByRole(var texts) -> of(texts.getOrDefault(replica.role(), Text.of("")));
      case Text.Joined(var parts) -> parts.stream().map(this::of).collect(Collectors.joining());
    };
  }

  List<String> of(List<Text> texts) {
    return texts.stream().map(this::of).toList();
  }
}
