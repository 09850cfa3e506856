package dev.trainyard.scheduler.core;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// How important those that wait are, by the classes they name.
///
/// @param workloads the values of the classes of workloads
/// @param pods those of the classes of pods
/// @param everybodys the value of pods that name no class
public record Ranks(Map<String, Integer> workloads, Map<String, Integer> pods, int everybodys) {

  public Ranks {
    workloads = Collections.unmodifiableMap(new TreeMap<>(workloads));
    pods = Collections.unmodifiableMap(new TreeMap<>(pods));
  }

  public static Ranks none() {
    return new Ranks(Map.of(), Map.of(), 0);
  }

  /// A class of workloads must exist and wins; a class of pods that does not exist counts for
  /// nothing, since the pods will be refused by others.
  public OptionalInt of(Optional<String> workloadClass, Optional<String> podClass) {
    if (workloadClass.isPresent()) {
      var value = workloads.get(workloadClass.get());
      return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }
    return OptionalInt.of(podClass.map(name -> pods.getOrDefault(name, 0)).orElse(everybodys));
  }
}
