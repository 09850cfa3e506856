package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.kubeflow.MPIJob;
import dev.trainyard.api.runai.TrainingWorkload;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// The words in which jobs of a kind say how they fare, and in which they are told what to do.
interface Vocabulary {

  static Vocabulary of(String kind) {
    return switch (kind) {
      case "PyTorchTrainingJob", "DeepSpeedJob" -> new TensorStackWords();
      case TensorBoardStories.KIND -> new TensorBoardWords();
      case AppWrapper.KIND -> new WrapperWords();
      case MPIJob.KIND -> new MpiWords();
      case TrainingWorkload.KIND -> new WorkloadWords();
      case "Job" -> new JobWords();
      default -> new KubeflowWords();
    };
  }

  /// Its spec was refused, which may be told as a failure and is none.
  boolean refused(JobTree job);

  /// What holds of it now, in a word. However a kind says it: New, Refused, Running, Suspended,
  /// Succeeded and Failed mean the same for all.
  String state(JobTree job);

  /// How it ended.
  Optional<String> verdict(JobTree job);

  /// Whether it is all that it was to become, though it has not ended.
  default boolean served(JobTree job) {
    return false;
  }

  /// Whether it says of itself what cannot be true at once.
  Optional<String> contradiction(JobTree job);

  /// Where a state may lead; those left out may lead anywhere.
  Map<String, Set<String>> ways();

  boolean suspended(JobTree job);

  default boolean elastic(JobTree job) {
    return false;
  }

  /// The pod of the replica whose end is the job's.
  String lead(JobTree job);

  /// Whether the end of that pod is the job's.
  default boolean leads(JobTree job, String pod) {
    return pod.equals(lead(job));
  }

  /// Whether anybody's success is the job's.
  boolean anybodySucceeds(JobTree job);

  /// Whether nobody's failure but the lead's is the job's.
  default boolean leadDecides() {
    return false;
  }

  /// How many writes it takes to tell one thing.
  default int writesAtOnce() {
    return 1;
  }

  /// Whether every pod that succeeds makes room for the next.
  default boolean sweeps(JobTree job) {
    return false;
  }

  /// Whether it ended because others took its pods from it.
  default boolean takenTooOften(JobTree job) {
    return false;
  }

  /// For how long it may run, in seconds.
  default OptionalLong deadline(JobTree job) {
    return JobWords.seconds(job.job().at("/spec/runPolicy/activeDeadlineSeconds"));
  }

  /// Since when its time runs.
  Optional<Instant> started(JobTree job);

  Optional<Instant> ended(JobTree job);

  /// How many restarts of each role the job remembers.
  JsonNode restarts(JobTree job);

  /// Whether a pod that succeeded may be counted as one that was started again.
  default boolean countsSuccesses(JobTree job) {
    return false;
  }

  /// Whether a condition comes and goes with the pods, so that nobody may see it in between.
  boolean momentary(String condition);

  /// Whether a field may be changed once a job is there.
  boolean changeable(String field);

  ObjectNode suspension(JobTree job, boolean suspended);

  /// Nothing for a job whose size is fixed.
  default Optional<ObjectNode> scaling(JobTree job, int replicas) {
    return Optional.empty();
  }

  /// Nothing for a kind that cannot be debugged.
  default Optional<ObjectNode> debugging(JobTree job, boolean on) {
    return Optional.empty();
  }
}
