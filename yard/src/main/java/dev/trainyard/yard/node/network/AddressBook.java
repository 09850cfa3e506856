package dev.trainyard.yard.node.network;

import dev.trainyard.yard.node.supervisor.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Which pod has which address of the yard's subnet, kept on disk across yards.
final class AddressBook {

  private final Path file;
  private final Map<String, Integer> numbers = new TreeMap<>();

  AddressBook(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      for (var line : Files.readAllLines(file)) {
        var words = line.split(" ", 2);
        numbers.put(words[0], Integer.valueOf(words[1]));
      }
    }
  }

  /// The pod's number in the subnet; the lowest free one when it has none yet.
  synchronized int of(String uid) throws IOException {
    var known = find(uid);
    if (known.isPresent()) {
      return known.get();
    }
    for (var number = Subnet.FIRST_POD; number <= Subnet.LAST_POD; number++) {
      if (!numbers.containsValue(number)) {
        numbers.put(uid, number);
        save();
        return number;
      }
    }
    throw new IOException(
        "All %d addresses of this yard are in use; pods that end give theirs back."
            .formatted(Subnet.LAST_POD - Subnet.FIRST_POD + 1));
  }

  synchronized Optional<Integer> find(String uid) {
    return Optional.ofNullable(numbers.get(uid));
  }

  synchronized Set<String> pods() {
    return Set.copyOf(numbers.keySet());
  }

  synchronized void forget(String uid) throws IOException {
    if (numbers.keySet().remove(uid)) {
      save();
    }
  }

  private void save() throws IOException {
    var text = new StringBuilder();
    numbers.forEach((uid, number) -> text.append(uid).append(' ').append(number).append('\n'));
    DurableFile.write(file, text.toString());
  }
}
