package dev.trainyard.yard.apiserver.rights;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The roles and bindings that are there from the start, as a kube-apiserver has them.
public final class BuiltInRoles {

  /// All of them, each to be stored as it is.
  public static List<ObjectNode> all() {
    try (var in = Objects.requireNonNull(BuiltInRoles.class.getResourceAsStream("built-in.json"))) {
      var all = new ArrayList<ObjectNode>();
      new ObjectMapper().readTree(in).forEach(object -> all.add((ObjectNode) object));
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private BuiltInRoles() {}
}
