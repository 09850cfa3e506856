package dev.trainyard.dialects.runai;

import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.Text;
import dev.trainyard.engine.model.TrainingJob;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a status tells of the job besides how it fares.
record Told(TrainingJob job) {

  /// Nothing before it has one: the next in a row may be somebody else's.
  Optional<String> ownName() {
    return job.naming().claim().isEmpty() ? Optional.of(name()) : Optional.empty();
  }

  String name() {
    return job.naming().base();
  }

  Optional<String> label(String key) {
    var role = job.roles().getFirst();
    return Optional.ofNullable(role.labels().get(key))
        .flatMap(Told::fixed)
        .or(() -> Optional.ofNullable(role.template().getMetadata().getLabels().get(key)));
  }

  private static Optional<String> fixed(Text text) {
    return text instanceof Text.Fixed(var fixed) ? Optional.of(fixed) : Optional.empty();
  }

  /// As many pods as it wants at once.
  int pods() {
    return job.roles().stream().mapToInt(role -> Math.min(role.atOnce(), role.size())).sum();
  }

  /// As many GPUs as it wants at once.
  Amounts wanted() {
    return job.roles().stream()
        .map(role -> Amounts.of(role).times(Math.min(role.atOnce(), role.size())))
        .reduce(Amounts.NONE, Amounts::plus);
  }

  /// As many as all of its pods want, whenever.
  Amounts inAll() {
    return job.roles().stream()
        .map(role -> Amounts.of(role).times(role.size()))
        .reduce(Amounts.NONE, Amounts::plus);
  }

  /// As many as those pods want that stand in one of the slots.
  Amounts of(JobState state, Slot... slots) {
    var counted = List.of(slots);
    return state.replicas().stream()
        .filter(replica -> counted.contains(replica.slot()))
        .map(ReplicaState::id)
        .flatMap(id -> job.role(id.role()).stream())
        .map(Amounts::of)
        .reduce(Amounts.NONE, Amounts::plus);
  }

  List<String> urls() {
    return job.attachments().stream().flatMap(one -> ExposedUrl.of(one).stream()).toList();
  }

  /// Kind, version and name of everything that it brings besides pods.
  List<List<String>> objects() {
    var objects = new ArrayList<List<String>>();
    for (var role : job.roles()) {
      if (role.carrier() instanceof Carrier.Child(var child, _, _)) {
        objects.add(List.of(child.getKind(), child.getApiVersion(), child.getMetadata().getName()));
      }
    }
    job.attachments().stream().map(Told::object).forEach(objects::add);
    return objects;
  }

  private static List<String> object(Attachment attachment) {
    return List.of(attachment.kind(), attachment.apiVersion(), attachment.name());
  }

  /// Devices, and memory of devices in the unit of the annotation.
  record Amounts(BigDecimal gpus, long memory) {

    static final Amounts NONE = new Amounts(BigDecimal.ZERO, 0);

    /// As the pods of a role wear it.
    static Amounts of(Role role) {
      var limits = role.template().getSpec().getContainers().getFirst().getResources().getLimits();
      var devices =
          limits.entrySet().stream()
              .filter(
                  limit ->
                      limit.getKey().equals(Gpus.RESOURCE)
                          || limit.getKey().startsWith(Gpus.INSTANCE))
              .map(Map.Entry::getValue)
              .map(Quantity::getNumericalAmount)
              .reduce(BigDecimal.ZERO, BigDecimal::add);
      var marks =
          role.annotations().entrySet().stream()
              .filter(mark -> fixed(mark.getValue()).isPresent())
              .collect(
                  Collectors.toMap(
                      Map.Entry::getKey, mark -> fixed(mark.getValue()).orElseThrow()));
      role.template().getMetadata().getAnnotations().forEach(marks::putIfAbsent);
      var several = new BigDecimal(marks.getOrDefault(Gpus.DEVICES, "1"));
      var share = new BigDecimal(marks.getOrDefault(Gpus.FRACTION, "0")).multiply(several);
      long memory = Long.parseLong(marks.getOrDefault(Gpus.MEMORY, "0"));
      return new Amounts(
          devices.add(share).add(memory > 0 ? several : BigDecimal.ZERO),
          memory * several.longValue());
    }

    Amounts plus(Amounts other) {
      return new Amounts(gpus.add(other.gpus), memory + other.memory);
    }

    Amounts times(int count) {
      return new Amounts(gpus.multiply(BigDecimal.valueOf(count)), memory * count);
    }
  }
}
