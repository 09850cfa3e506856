package dev.trainyard.yard.apiserver.rights;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// All roles and bindings at one moment, found by whom they concern.
public final class Rights {

  public static final String API = "rbac.authorization.k8s.io";

  /// A role or, without a namespace, one of the whole cluster.
  public record RoleName(String namespace, String name) {}

  private enum Whom {
    USER("User"),
    GROUP("Group"),
    ACCOUNT("ServiceAccount");

    private final String word;

    Whom(String word) {
      this.word = word;
    }
  }

  /// Whom something is bound to.
  ///
  /// @param name of an account with its namespace: `default/team`
  private record Subject(Whom whom, String name) {}

  /// A role for somebody.
  ///
  /// @param binding as a reason names it
  private record Grant(String binding, String namespace, RoleName role, Subject subject) {

    private String reason() {
      return "RBAC: allowed by %s of %s \"%s\" to %s \"%s\""
          .formatted(
              binding,
              role.namespace().isEmpty() ? "ClusterRole" : "Role",
              role.name(),
              subject.whom.word,
              subject.name);
    }
  }

  private final Map<RoleName, List<Rule>> roles = new HashMap<>();
  private final Map<Subject, List<Grant>> grants = new HashMap<>();

  private Rights() {}

  /// The rights that these objects give.
  ///
  /// @param objects Roles, ClusterRoles, RoleBindings and ClusterRoleBindings, as they are stored
  public static Rights of(Iterable<? extends JsonNode> objects) {
    var rights = new Rights();
    for (var object : objects) {
      switch (object.path("kind").asText()) {
        case "Role", "ClusterRole" ->
            rights.roles.put(nameOf(object), Rule.of(object.path("rules")));
        case "RoleBinding", "ClusterRoleBinding" -> rights.enter(object);
        default -> throw new IllegalArgumentException("no right: " + object.path("kind").asText());
      }
    }
    return rights;
  }

  private static RoleName nameOf(JsonNode object) {
    return new RoleName(
        object.at("/metadata/namespace").asText(""), object.at("/metadata/name").asText(""));
  }

  private void enter(JsonNode binding) {
    var own = nameOf(binding);
    var called =
        own.namespace().isEmpty()
            ? "ClusterRoleBinding \"%s\"".formatted(own.name())
            : "RoleBinding \"%s/%s\"".formatted(own.name(), own.namespace());
    for (var subject : binding.path("subjects")) {
      subject(subject, own.namespace())
          .ifPresent(
              whom ->
                  grants
                      .computeIfAbsent(whom, _ -> new ArrayList<>())
                      .add(new Grant(called, own.namespace(), roleOf(binding), whom)));
    }
  }

  /// What a binding binds to.
  public static RoleName roleOf(JsonNode binding) {
    var role = binding.path("roleRef");
    var inNamespace = role.path("kind").asText().equals("Role");
    return new RoleName(
        inNamespace ? binding.at("/metadata/namespace").asText("") : "",
        role.path("name").asText(""));
  }

  private static Optional<Subject> subject(JsonNode subject, String namespace) {
    var name = subject.path("name").asText("");
    return switch (subject.path("kind").asText("")) {
      case "User" -> Optional.of(new Subject(Whom.USER, name));
      case "Group" -> Optional.of(new Subject(Whom.GROUP, name));
      case "ServiceAccount" -> {
        var given = subject.path("namespace").asText("");
        yield Optional.of(
            new Subject(Whom.ACCOUNT, name + "/" + (given.isEmpty() ? namespace : given)));
      }
      default -> Optional.empty();
    };
  }

  /// Whether they may, by the first role that says so; bindings of the cluster come first.
  public Verdict judge(Asker asker, Attempt attempt) {
    if (asker.mayDoEverything()) {
      return Verdict.by("");
    }
    return grants(asker, namespace(attempt))
        .filter(grant -> rules(grant.role).stream().anyMatch(rule -> rule.allows(attempt)))
        .findFirst()
        .map(grant -> Verdict.by(grant.reason()))
        .orElse(Verdict.NO);
  }

  private static String namespace(Attempt attempt) {
    return switch (attempt) {
      case Attempt.Resource wanted -> wanted.namespace();
      case Attempt.Path _ -> "";
    };
  }

  private Stream<Grant> grants(Asker asker, String namespace) {
    var all = subjects(asker).flatMap(who -> grants.getOrDefault(who, List.of()).stream()).toList();
    return Stream.concat(
        all.stream().filter(grant -> grant.namespace.isEmpty()),
        all.stream().filter(grant -> !namespace.isEmpty() && grant.namespace.equals(namespace)));
  }

  private static Stream<Subject> subjects(Asker asker) {
    var account =
        Asker.accountOf(asker.name())
            .map(found -> new Subject(Whom.ACCOUNT, found.name() + "/" + found.namespace()));
    return Stream.of(
            Stream.of(new Subject(Whom.USER, asker.name())),
            account.stream(),
            asker.groups().stream().map(group -> new Subject(Whom.GROUP, group)))
        .flatMap(all -> all);
  }

  /// All rules that somebody has in a namespace, those of the whole cluster among them.
  public List<Rule> rulesOf(Asker asker, String namespace) {
    if (asker.mayDoEverything()) {
      var any = List.of("*");
      return List.of(
          new Rule(any, any, any, List.of(), List.of()),
          new Rule(any, List.of(), List.of(), List.of(), any));
    }
    return grants(asker, namespace)
        .map(Grant::role)
        .distinct()
        .flatMap(role -> rules(role).stream())
        .distinct()
        .toList();
  }

  /// What a role allows; nothing where there is no such role.
  public Optional<List<Rule>> rulesOf(RoleName role) {
    return Optional.ofNullable(roles.get(role));
  }

  private List<Rule> rules(RoleName role) {
    return roles.getOrDefault(role, List.of());
  }
}
