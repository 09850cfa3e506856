package dev.trainyard.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/// The form in which a result is printed: the same option wherever there is one.
final class ResultOptions {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "The form of the result: json, yaml, wide or name; for people without it.")
  private Optional<Output> output = Optional.empty();

  Optional<Output> form() {
    return output;
  }

  boolean is(Output form) {
    return output.filter(form::equals).isPresent();
  }

  /// Whether the result is for a program; then it is printed here.
  boolean printed(Console console, JsonNode result) {
    var machine = output.filter(form -> form == Output.JSON || form == Output.YAML);
    machine.ifPresent(form -> console.result(form.text(withoutOwners(result))));
    return machine.isPresent();
  }

  /// Who owns which field is for those who ask the API; kubectl keeps it to itself as well.
  private static JsonNode withoutOwners(JsonNode result) {
    JsonNode shown = result.deepCopy();
    dropOwners(shown);
    shown.path("items").forEach(ResultOptions::dropOwners);
    return shown;
  }

  private static void dropOwners(JsonNode object) {
    if (object.path("metadata") instanceof ObjectNode metadata) {
      metadata.remove("managedFields");
    }
  }

  /// Whether only names are asked for; then they are printed here.
  boolean printedNames(Console console, List<String> names) {
    if (is(Output.NAME)) {
      names.forEach(console::result);
    }
    return is(Output.NAME);
  }

  /// For commands whose result has no names, or nothing more to say in a wider table.
  void allowOnly(Output... forms) {
    var allowed = List.of(forms);
    if (output.isPresent() && !allowed.contains(output.get())) {
      throw new Refusal(
          ExitStatus.INVALID,
          "-o %s: this result comes as %s only."
              .formatted(
                  output.get(),
                  allowed.stream().map(Output::toString).collect(Collectors.joining(" or "))));
    }
  }
}
