package dev.trainyard.yard.apiserver.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Everybody who owns fields of one object: what `metadata.managedFields` says.
public record Owners(SortedMap<Manager, Share> shares) {

  public static final Owners NOBODY = new Owners(new TreeMap<>());

  private static final String FIELDS_TYPE = "FieldsV1";
  private static final String ANCIENT = "ancient-changes";

  /// More updaters than these are not told apart: the oldest become one.
  private static final int MOST_UPDATERS = 10;

  private static final Comparator<Map.Entry<Manager, Share>> OLDEST_FIRST =
      Comparator.<Map.Entry<Manager, Share>, String>comparing(entry -> entry.getValue().time())
          .thenComparing(Map.Entry::getKey);

  /// What one of them owns.
  ///
  /// @param time when the fields last became others, as the API writes times; empty if unknown
  public record Share(FieldSet fields, String apiVersion, String time) {
    Share with(FieldSet now) {
      return new Share(now, apiVersion, time);
    }
  }

  public Owners {
    shares = new TreeMap<>(shares);
  }

  /// Reads `managedFields`.
  ///
  /// @throws IllegalArgumentException when an entry is not one
  public static Owners read(JsonNode managedFields) {
    var shares = new TreeMap<Manager, Share>();
    for (int i = 0; i < managedFields.size(); i++) {
      var entry = managedFields.get(i);
      var manager = Manager.read(entry);
      var version = entry.path("apiVersion").asText("");
      if (version.isEmpty()) {
        throw new IllegalArgumentException("apiVersion must not be empty");
      }
      var type = entry.path("fieldsType").asText("");
      if (!type.equals(FIELDS_TYPE)) {
        throw new IllegalArgumentException(
            type.isEmpty()
                ? "missing fieldsType in managed fields entry %d".formatted(i)
                : "invalid fieldsType \"%s\" in managed fields entry %d".formatted(type, i));
      }
      var fields = FieldSet.read(entry.path("fieldsV1"));
      shares.put(manager, new Share(fields, version, entry.path("time").asText("")));
    }
    return new Owners(shares);
  }

  public boolean isEmpty() {
    return shares.isEmpty();
  }

  Optional<Share> find(Manager manager) {
    return Optional.ofNullable(shares.get(manager));
  }

  /// A share of nothing is none.
  Owners with(Manager manager, Share share) {
    var changed = new TreeMap<>(shares);
    if (share.fields().isEmpty()) {
      changed.remove(manager);
    } else {
      changed.put(manager, share);
    }
    return new Owners(changed);
  }

  /// Everything that anybody owns.
  FieldSet all() {
    return shares.values().stream().map(Share::fields).reduce(FieldSet.EMPTY, FieldSet::union);
  }

  /// With no more updaters than may be told apart.
  Owners capped() {
    var updaters = new ArrayList<Map.Entry<Manager, Share>>();
    for (var entry : shares.entrySet()) {
      if (!entry.getKey().applies()) {
        updaters.add(entry);
      }
    }
    if (updaters.size() <= MOST_UPDATERS) {
      return this;
    }
    updaters.sort(OLDEST_FIRST);
    var left = new TreeMap<>(shares);
    var oldest = new TreeMap<String, Manager>();
    for (var updater : updaters) {
      var share = updater.getValue();
      var first = oldest.putIfAbsent(share.apiVersion(), updater.getKey());
      if (first != null && left.size() - appliers() > MOST_UPDATERS) {
        left.remove(updater.getKey());
        var bucket = Manager.updater(ANCIENT, share.apiVersion(), "");
        var older =
            Optional.ofNullable(left.get(bucket)).or(() -> Optional.ofNullable(left.remove(first)));
        var fields = older.map(Share::fields).orElse(FieldSet.EMPTY).union(share.fields());
        left.put(bucket, share.with(fields));
      }
    }
    return new Owners(left);
  }

  private long appliers() {
    return shares.keySet().stream().filter(Manager::applies).count();
  }

  /// In the form and order of `managedFields`.
  public ArrayNode json() {
    var json = JsonNodeFactory.instance.arrayNode();
    sorted()
        .forEach(
            entry -> {
              var manager = entry.getKey();
              var share = entry.getValue();
              var item = manager.json(share.apiVersion());
              if (!share.time().isEmpty()) {
                item.put("time", share.time());
              }
              item.put("fieldsType", FIELDS_TYPE).set("fieldsV1", share.fields().json());
              if (!manager.subresource().isEmpty()) {
                item.put("subresource", manager.subresource());
              }
              json.add(item);
            });
    return json;
  }

  private List<Map.Entry<Manager, Share>> sorted() {
    return shares.entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<Manager, Share> entry) -> entry.getKey().operation())
                .thenComparing(OLDEST_FIRST))
        .toList();
  }
}
