package dev.trainyard.yard.apiserver.fields;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.fields.Owners.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What writing does to the ownership of fields, as structured-merge-diff defines it.
///
/// @param reset fields that this way of writing never changes, so that nobody comes to own them
public record Ownership(FieldType type, String apiVersion, FieldSet reset) {

  /// What everything has and nobody owns, as k8s.io/apimachinery `stripmeta.go` lists it.
  private static final FieldSet UNOWNED =
      List.of(
              FieldSet.of("apiVersion"),
              FieldSet.of("kind"),
              FieldSet.of("metadata"),
              FieldSet.of("metadata", "name"),
              FieldSet.of("metadata", "namespace"),
              FieldSet.of("metadata", "creationTimestamp"),
              FieldSet.of("metadata", "selfLink"),
              FieldSet.of("metadata", "uid"),
              FieldSet.of("metadata", "clusterName"),
              FieldSet.of("metadata", "generation"),
              FieldSet.of("metadata", "managedFields"),
              FieldSet.of("metadata", "resourceVersion"))
          .stream()
          .reduce(FieldSet.EMPTY, FieldSet::union);

  /// A field that somebody applies with another value than its owner gave it.
  public record Conflict(Manager owner, List<Step> path) {

    /// As Kubernetes shows a field: `.spec.containers[name="main"].image`.
    public String field() {
      return FieldSet.shown(path);
    }
  }

  /// What comes of applying.
  public sealed interface Outcome {
    /// The object as it would be, and who owns it then.
    record Applied(ObjectNode object, Owners owners) implements Outcome {}

    /// Others own what the applier wants to have otherwise.
    record Refused(List<Conflict> conflicts) implements Outcome {
      public Refused {
        conflicts = List.copyOf(conflicts);
      }
    }
  }

  /// What somebody has changed who wrote a new form of an object.
  public Comparison changes(ObjectNode live, ObjectNode written) {
    return Comparison.of(live, written, type).without(reset);
  }

  /// Who owns what after somebody has changed an object without asking anybody.
  public Owners updated(Comparison comparison, Owners owners, Manager manager, String now) {
    if (comparison.same()) {
      return owners;
    }
    var changed = comparison.modified().union(comparison.added());
    var taken = changed.union(comparison.removed());
    var left = Owners.NOBODY;
    for (var entry : owners.shares().entrySet()) {
      var share = entry.getValue();
      left = left.with(entry.getKey(), share.with(reconciled(share).difference(taken)));
    }
    var gained = changed.difference(UNOWNED);
    if (gained.isEmpty()) {
      return left.capped();
    }
    var before = owners.find(manager).map(this::reconciled).orElse(FieldSet.EMPTY);
    var fields = before.difference(comparison.removed()).union(gained);
    return left.with(manager, new Share(fields, apiVersion, now)).capped();
  }

  private FieldSet reconciled(Share share) {
    return share.fields().reconciled(type);
  }

  /// Merges what somebody applies into an object, takes out what they applied before and no longer
  /// do, and says who owns the result.
  public Outcome applied(
      ObjectNode live,
      ObjectNode applied,
      Owners owners,
      Manager manager,
      boolean force,
      String now) {
    var before = owners.find(manager);
    var fields = Contents.of(applied, type).without(reset);
    var claimed =
        owners.with(manager, new Share(fields, apiVersion, before.map(Share::time).orElse("")));
    var merged = pruned(Merging.of(live, applied, type), claimed, before.map(this::reconciled));
    var comparison = changes(live, merged);
    var wanted = comparison.modified().union(comparison.added());
    var conflicts = new ArrayList<Conflict>();
    var left = Owners.NOBODY;
    for (var entry : owners.shares().entrySet()) {
      if (!entry.getKey().equals(manager)) {
        var share = reconciled(entry.getValue());
        share
            .intersection(wanted)
            .paths()
            .forEach(path -> conflicts.add(new Conflict(entry.getKey(), path)));
        var kept = share.difference(wanted).difference(comparison.removed());
        left = left.with(entry.getKey(), entry.getValue().with(kept));
      }
    }
    if (!conflicts.isEmpty() && !force) {
      return new Outcome.Refused(conflicts);
    }
    var mine = fields.difference(UNOWNED);
    var time = comparison.same() ? before.map(Share::time).orElse(now) : now;
    return new Outcome.Applied(merged, left.with(manager, new Share(mine, apiVersion, time)));
  }

  /// Takes out what was applied the last time, unless it is applied again or somebody else owns it.
  private ObjectNode pruned(ObjectNode merged, Owners owners, Optional<FieldSet> before) {
    if (before.isEmpty()) {
      return merged;
    }
    var last = before.get().withDeclared(type);
    var cut = Removal.of(merged, last, type);
    var all = contents(merged);
    var owned = owners.all().withDeclared(type);
    var withOwned = Removal.of(merged, all.difference(contents(cut).union(owned)), type);
    return Removal.of(merged, all.difference(contents(withOwned)).intersection(last), type);
  }

  private FieldSet contents(ObjectNode object) {
    return Contents.of(object, type).withDeclared(type);
  }

  /// Those of the conflicts that are about other fields than these.
  public static List<Conflict> besides(List<Conflict> conflicts, FieldSet fields) {
    return conflicts.stream().filter(conflict -> !fields.has(conflict.path())).toList();
  }

  /// What somebody may take from others without force, because the others only hold what was last
  /// applied by a client and is still as it was applied.
  public FieldSet unchangedSince(ObjectNode lastApplied, ObjectNode live) {
    var comparison = Comparison.of(lastApplied, live, type);
    return Contents.of(lastApplied, type)
        .difference(comparison.modified())
        .difference(comparison.added())
        .difference(comparison.removed());
  }
}
