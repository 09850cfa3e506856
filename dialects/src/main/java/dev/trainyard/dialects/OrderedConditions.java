package dev.trainyard.dialects;

import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Conditions of which there is at most one of a type, always in the same order, and whose time
/// moves with the status only.
///
/// @param <C> a condition as its kind spells it
public record OrderedConditions<C>(Form<C> form, Map<String, C> byType) {

  private static final String TRUE = "True";
  private static final String FALSE = "False";

  public OrderedConditions {
    byType = Collections.unmodifiableMap(new LinkedHashMap<>(byType));
  }

  /// What a kind calls its conditions, and how one is read and made.
  ///
  /// @param order the types it knows
  /// @param since when the status last changed; nothing where nobody said so
  public record Form<C>(
      List<String> order,
      Function<C, String> type,
      Function<C, String> status,
      Function<C, Optional<String>> since,
      Maker<C> maker) {

    public Form {
      order = List.copyOf(order);
    }

    public OrderedConditions<C> of(Collection<C> told) {
      var byType = new LinkedHashMap<String, C>();
      told.forEach(condition -> byType.putIfAbsent(type.apply(condition), condition));
      return new OrderedConditions<>(this, byType);
    }
  }

  public interface Maker<C> {
    C make(String type, String status, String reason, String message, String since);
  }

  /// Those we know, in their order; what others have added comes last.
  public List<C> list() {
    var ordered = new LinkedHashMap<String, C>();
    for (var type : form.order()) {
      find(type).ifPresent(condition -> ordered.put(type, condition));
    }
    byType.forEach(ordered::putIfAbsent);
    return List.copyOf(ordered.values());
  }

  public Optional<C> find(String type) {
    return Optional.ofNullable(byType.get(type));
  }

  public boolean holds(String type) {
    return is(type, TRUE);
  }

  public boolean denied(String type) {
    return is(type, FALSE);
  }

  private boolean is(String type, String status) {
    return find(type).map(form.status()).filter(status::equals).isPresent();
  }

  /// Since when the condition has been as it is.
  public Optional<Instant> since(String type) {
    return find(type).flatMap(form.since()).flatMap(Times::parse);
  }

  /// Since when it holds, if it does.
  public Optional<Instant> heldSince(String type) {
    return holds(type) ? since(type) : Optional.empty();
  }

  /// Since when it does not hold any more, if it ever did.
  public Optional<Instant> deniedSince(String type) {
    return denied(type) ? since(type) : Optional.empty();
  }

  public OrderedConditions<C> without(String type) {
    var changed = new LinkedHashMap<>(byType);
    changed.remove(type);
    return new OrderedConditions<>(form, changed);
  }

  public OrderedConditions<C> with(
      String type, boolean status, String reason, String message, Instant at) {
    var word = status ? TRUE : FALSE;
    var since =
        find(type)
            .filter(_ -> is(type, word))
            .flatMap(form.since())
            .orElseGet(() -> Times.text(at));
    var changed = new LinkedHashMap<>(byType);
    changed.put(type, form.maker().make(type, word, reason, message, since));
    return new OrderedConditions<>(form, changed);
  }
}
