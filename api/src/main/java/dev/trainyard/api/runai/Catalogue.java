package dev.trainyard.api.runai;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Every field of a workload's spec. The definition in the cluster, the reading of manifests and
/// the documentation all go by this.
public final class Catalogue {

  private static final List<Field> FIELDS =
      Stream.of(
              IdentityFields.ALL,
              ContainerFields.ALL,
              SecurityFields.ALL,
              ComputeFields.ALL,
              SchedulingFields.ALL,
              LifecycleFields.ALL,
              StorageFields.ALL,
              NetworkFields.ALL)
          .flatMap(List::stream)
          .toList();

  private static final Map<String, Field> BY_NAME = byName();

  /// In the order in which they are explained.
  public static List<Field> fields() {
    return FIELDS;
  }

  /// By its name or by one of its aliases.
  public static Optional<Field> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /// Every name and alias.
  public static Collection<String> names() {
    return BY_NAME.keySet();
  }

  private static Map<String, Field> byName() {
    var fields = new TreeMap<String, Field>();
    for (var field : FIELDS) {
      fields.put(field.name(), field);
      field.aliases().forEach(alias -> fields.put(alias, field));
    }
    return Collections.unmodifiableMap(fields);
  }

  private Catalogue() {}
}
