package dev.trainyard.engine.model;

import dev.trainyard.engine.model.Role.Text;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Which variables replicas are given, where they stand, and who wins a name both set.
public record EnvContract(
    Place place, Winner winner, Reach reach, List<Variable> variables, Set<String> alwaysUsers) {

  public EnvContract {
    variables = List.copyOf(variables);
    alwaysUsers = Set.copyOf(alwaysUsers);
  }

  public static EnvContract none() {
    return new EnvContract(
        Place.AFTER_USERS, Winner.USERS, Reach.EVERY_CONTAINER, List.of(), Set.of());
  }

  public enum Place {
    BEFORE_USERS,
    AFTER_USERS
  }

  public enum Winner {
    OURS,
    USERS
  }

  public enum Reach {
    EVERY_CONTAINER,
    MAIN_CONTAINER,
    FIRST_CONTAINER
  }

  public record Variable(String name, Value value, Optional<String> onlyRole) {
    public static Variable of(String name, String value) {
      return new Variable(name, new Value.Spelled(Text.of(value)), Optional.empty());
    }

    public static Variable of(String name, Text value) {
      return new Variable(name, new Value.Spelled(value), Optional.empty());
    }
  }

  public sealed interface Value {
    record Spelled(Text text) implements Value {}

    record From(EnvVarSource source) implements Value {}
  }
}
