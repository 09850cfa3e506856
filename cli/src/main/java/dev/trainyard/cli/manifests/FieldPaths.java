package dev.trainyard.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/// Field paths of schema, codec and dialects in one spelling: `a[Worker].b[0]` is `a.Worker.b.0`.
final class FieldPaths {

  /// From a list to a field of one of its elements.
  private static final Pattern INTO_ELEMENT = Pattern.compile("\\.\\d+\\.[^.]+");

  static String plain(String path) {
    return path.replace("[", ".").replace("]", "");
  }

  /// Whether what is said of a path may come of the fault at another.
  static boolean follows(String said, String fault) {
    var consequence = plain(said);
    var origin = plain(fault);
    if (consequence.equals(origin) || consequence.startsWith(origin + ".")) {
      return true;
    }
    // A container's missing name is told of its list of containers.
    return origin.startsWith(consequence)
        && INTO_ELEMENT.matcher(origin.substring(consequence.length())).matches();
  }

  /// Takes a field out; of an element of a list the innermost field around it, for the others must
  /// keep their numbers.
  static void remove(ObjectNode root, String path) {
    var steps = Arrays.asList(plain(path).split("\\.", -1));
    JsonNode here = root;
    var last = Optional.<Runnable>empty();
    for (int i = 0; i < steps.size(); i++) {
      var step = steps.get(i);
      if (here instanceof ObjectNode object && object.has(step)) {
        last = Optional.of(() -> object.remove(step));
        here = object.get(step);
      } else if (here.isArray() && step.matches("\\d{1,9}")) {
        here = here.path(Integer.parseInt(step));
      } else {
        break;
      }
    }
    last.ifPresent(Runnable::run);
  }

  private FieldPaths() {}
}
