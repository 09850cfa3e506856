package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An object with parts of its own, and no others.
///
/// @param parts each part's form, in the order messages list them
/// @param needed the parts it cannot do without
/// @param mayBeEmpty whether `{}` is as good as nothing
record ObjectForm(Map<String, ScalarForm> parts, List<String> needed, boolean mayBeEmpty)
    implements Form {

  ObjectForm {
    parts = new LinkedHashMap<>(parts);
    needed = List.copyOf(needed);
  }

  @Override
  public String words() {
    return "an object with %s; %s needed"
        .formatted(
            String.join(", ", parts.keySet()),
            String.join(" and ", needed) + (needed.size() == 1 ? " is" : " are"));
  }

  @Override
  public void check(String at, JsonNode value, Chart chart, List<Problem> found) {
    if (!value.isObject()) {
      found.add(Form.mismatch(at, "an object", value));
      return;
    }
    if (value.isEmpty() && mayBeEmpty) {
      return;
    }
    parts.forEach((part, form) -> part(at, part, form, value, chart, found));
    value.fieldNames().forEachRemaining(name -> unknown(at, name, value, found));
  }

  private void part(
      String at, String part, Form form, JsonNode object, Chart chart, List<Problem> found) {
    var here = at + "." + part;
    var value = object.path(part);
    if (needed.contains(part) && Texts.of(value).isEmpty() && !value.isContainerNode()) {
      found.add(Form.missing(here));
    } else if (!value.isMissingNode()) {
      form.check(here, value, chart, found);
    }
  }

  private void unknown(String at, String name, JsonNode object, List<Problem> found) {
    if (parts.containsKey(name)) {
      return;
    }
    var free = new ArrayList<>(parts.keySet());
    free.removeIf(object::has);
    found.add(
        Problem.error(
            at + "." + name,
            Words.nearest(name, free)
                .map("no such part; did you mean %s?"::formatted)
                .orElseGet(() -> "no such part; there are " + String.join(", ", parts.keySet()))));
  }
}
