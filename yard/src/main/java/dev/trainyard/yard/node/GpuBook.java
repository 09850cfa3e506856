package dev.trainyard.yard.node;

import dev.trainyard.yard.node.supervisor.DurableFile;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which container has which GPUs of this machine, kept on disk across yards: no two running
/// containers that asked for GPUs ever share one.
final class GpuBook {

  static final String RESOURCE = "nvidia.com/gpu";

  private final Path file;
  private final long devices;
  private final Map<String, List<Long>> held = new TreeMap<>();

  GpuBook(Path file, long devices) throws IOException {
    this.file = file;
    this.devices = devices;
    if (Files.exists(file)) {
      for (var line : Files.readAllLines(file)) {
        var words = line.split(" ", 2);
        held.put(words[0], Stream.of(words[1].split(",", -1)).map(Long::valueOf).toList());
      }
    }
  }

  /// How many GPUs a container asks for.
  static int asked(Container container) {
    return Optional.ofNullable(container.getResources())
        .map(resources -> resources.getLimits())
        .map(limits -> limits.get(RESOURCE))
        .map(Quantity::getNumericalAmount)
        .map(Number::intValue)
        .orElse(0);
  }

  /// The GPUs of this container, or nothing when too few are free.
  synchronized Optional<List<Long>> of(String podUid, String container, int count)
      throws IOException {
    var owner = podUid + "/" + container;
    var known = Optional.ofNullable(held.get(owner));
    if (known.isPresent()) {
      return known;
    }
    var taken = held.values().stream().flatMap(List::stream).collect(Collectors.toSet());
    var free =
        Stream.iterate(0L, device -> device < devices, device -> device + 1)
            .filter(device -> !taken.contains(device))
            .limit(count)
            .toList();
    if (free.size() < count) {
      return Optional.empty();
    }
    held.put(owner, free);
    save();
    return Optional.of(free);
  }

  /// Nothing of the pod runs any more.
  synchronized void release(String podUid) throws IOException {
    if (held.keySet().removeIf(owner -> owner.startsWith(podUid + "/"))) {
      save();
    }
  }

  private void save() throws IOException {
    var text = new StringBuilder();
    held.forEach(
        (owner, gpus) ->
            text.append(owner)
                .append(' ')
                .append(gpus.stream().map(String::valueOf).collect(Collectors.joining(",")))
                .append('\n'));
    DurableFile.write(file, text.toString());
  }
}
