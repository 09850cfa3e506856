package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.RunAi;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Json;
import dev.trainyard.dialects.Problem;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The workloads whose values a workload takes over: its base, the base of that, and so on. A base
/// is looked for where the one that names it is, then among those for everybody.
final class Bases {

  private static final int DEEPEST = 8;
  private static final String AT = Paths.field("baseWorkload");

  sealed interface Outcome {

    /// All of them.
    ///
    /// @param chain nearest first
    record Found(List<Base> chain) implements Outcome {
      public Found {
        chain = List.copyOf(chain);
      }
    }

    /// One of them is not there, yet.
    record Missing(Problem problem) implements Outcome {}

    record Refused(Problem problem) implements Outcome {}
  }

  /// One that was found.
  record Base(String namespace, String name, Layer layer) {
    String id() {
      return "%s/%s".formatted(namespace, name);
    }
  }

  private final Lookup lookup;
  private final Base first;
  private final List<Base> chain = new ArrayList<>();

  private Bases(Base first, Lookup lookup) {
    this.first = first;
    this.lookup = lookup;
  }

  static Outcome of(String namespace, String name, Layer own, Lookup lookup) {
    return new Bases(new Base(namespace, name, own), lookup).resolve();
  }

  private Outcome resolve() {
    var at = first;
    while (at.layer().baseWorkload().isPresent()) {
      var reference = at.layer().baseWorkload().get();
      var wrong = at.layer().template() ? Optional.of(borrowing(at)) : circle(at, reference);
      if (wrong.isPresent()) {
        return new Outcome.Refused(wrong.get());
      }
      var found = find(at.namespace(), reference);
      if (found.isEmpty()) {
        return new Outcome.Missing(missing(at.namespace(), reference));
      }
      var reading = LayerReading.read(spec(found.get()));
      if (!reading.problems().isEmpty()) {
        return refused(
            "%s: %s".formatted(Problem.quoted(reference), Complaints.joined(reading.problems())));
      }
      at = new Base(found.get().getMetadata().getNamespace(), reference, reading.layer());
      chain.add(at);
      if (chain.size() > DEEPEST) {
        return refused(
            "more than %d workloads in a row are based on each other".formatted(DEEPEST));
      }
    }
    return new Outcome.Found(chain);
  }

  private static Outcome refused(String why) {
    return new Outcome.Refused(Problem.error(AT, why));
  }

  private Problem borrowing(Base template) {
    return Problem.error(
        AT,
        chain.isEmpty()
            ? "a Template has no base of its own; remove it, or set usage to Submit"
            : "%s is a Template and has a base of its own".formatted(template.id()));
  }

  /// The name it would find is looked for first where the one that asks is.
  private Optional<Problem> circle(Base from, String reference) {
    var met = Stream.concat(Stream.of(first), chain.stream()).toList();
    for (int i = 0; i < met.size(); i++) {
      var one = met.get(i);
      if (one.name().equals(reference) && hides(one, from, reference)) {
        var names =
            Stream.concat(met.stream().skip(i).map(Base::name), Stream.of(reference))
                .collect(Collectors.joining(" -> "));
        return Optional.of(Problem.error(AT, "cycle " + names));
      }
    }
    return Optional.empty();
  }

  /// Whether that one is what a reference means.
  private boolean hides(Base one, Base from, String reference) {
    return one.namespace().equals(from.namespace())
        || (one.namespace().equals(RunAi.NAMESPACE)
            && lookup.find(TrainingWorkload.KIND, from.namespace(), reference).isEmpty());
  }

  private Optional<GenericKubernetesResource> find(String namespace, String name) {
    return lookup
        .find(TrainingWorkload.KIND, namespace, name)
        .or(() -> lookup.find(TrainingWorkload.KIND, RunAi.NAMESPACE, name));
  }

  private static Problem missing(String namespace, String name) {
    var where =
        namespace.equals(RunAi.NAMESPACE)
            ? Problem.quoted(namespace)
            : "%s or %s".formatted(Problem.quoted(namespace), Problem.quoted(RunAi.NAMESPACE));
    return Problem.error(AT, "%s not found in namespace %s".formatted(Problem.quoted(name), where));
  }

  static ObjectNode spec(GenericKubernetesResource object) {
    @Nullable Object spec = object.get("spec");
    return spec != null && Json.tree(spec) instanceof ObjectNode read
        ? read
        : JsonNodeFactory.instance.objectNode();
  }
}
