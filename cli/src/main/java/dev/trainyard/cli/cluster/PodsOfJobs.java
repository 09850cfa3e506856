package dev.trainyard.cli.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Many pods, in an order by which those of many jobs are found without trying every pair.
final class PodsOfJobs {

  private final Map<String, List<Pod>> byOwner = new HashMap<>();
  private final Map<String, List<Pod>> byNamespace = new HashMap<>();
  private final Set<Word> words = new HashSet<>();

  /// What a label of a pod says, where the pod is.
  private record Word(String namespace, String value) {}

  PodsOfJobs(Collection<Pod> pods) {
    for (var pod : pods) {
      var metadata = pod.getMetadata();
      metadata
          .getOwnerReferences()
          .forEach(
              owner -> byOwner.computeIfAbsent(owner.getUid(), _ -> new ArrayList<>()).add(pod));
      byNamespace.computeIfAbsent(metadata.getNamespace(), _ -> new ArrayList<>()).add(pod);
      metadata
          .getLabels()
          .values()
          .forEach(value -> words.add(new Word(metadata.getNamespace(), value)));
    }
  }

  /// Whether one of these uids owns the pod.
  static boolean owned(Pod pod, Set<String> owners) {
    return pod.getMetadata().getOwnerReferences().stream()
        .anyMatch(owner -> owners.contains(owner.getUid()));
  }

  /// All that can be the job's, and perhaps others.
  Stream<Pod> candidates(Job job) {
    return (job.ownsItsPods() ? byOwner : byNamespace)
        .getOrDefault(job.ownsItsPods() ? job.uid() : job.namespace(), List.of()).stream();
  }

  /// Whether one of the pods belongs to this resource or bears its name. Pods that something else
  /// makes for a job do.
  boolean mention(HasMetadata resource) {
    var metadata = resource.getMetadata();
    return byOwner.containsKey(metadata.getUid())
        || words.contains(new Word(metadata.getNamespace(), metadata.getName()));
  }
}
