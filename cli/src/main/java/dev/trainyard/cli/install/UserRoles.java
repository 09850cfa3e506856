package dev.trainyard.cli.install;

import dev.trainyard.operator.kinds.Registration;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import java.util.List;
import java.util.stream.Stream;

/// What people may do with jobs: whoever may view, edit or administer a namespace by the roles of
/// Kubernetes or Kubeflow may do the same with the jobs in it.
final class UserRoles {

  private static final List<String> READ = List.of("get", "list", "watch");
  private static final List<String> WRITE =
      List.of("get", "list", "watch", "create", "update", "patch", "delete");

  static List<HasMetadata> of(Installation installation) {
    return Stream.of("view", "edit", "admin")
        .<HasMetadata>map(role -> role(installation, role))
        .toList();
  }

  private static HasMetadata role(Installation installation, String role) {
    return new ClusterRoleBuilder()
        .withMetadata(
            new ObjectMetaBuilder(Permissions.clusterWide("jobs-" + role, installation.namespace()))
                .addToLabels("rbac.authorization.k8s.io/aggregate-to-" + role, "true")
                .addToLabels(
                    "rbac.authorization.kubeflow.org/aggregate-to-kubeflow-" + role, "true")
                .build())
        .withRules(
            installation.kinds().stream()
                .flatMap(kind -> rules(kind, role.equals("view") ? READ : WRITE))
                .toList())
        .build();
  }

  /// Scaling is writing, and nobody but the operator writes a status.
  private static Stream<PolicyRule> rules(Registration<?, ?> kind, List<String> verbs) {
    var group = kind.dialect().kind().group();
    var plural = kind.dialect().kind().plural();
    return Stream.of(
        rule(group, plural, verbs),
        rule(group, plural + "/status", List.of("get")),
        rule(
            group,
            plural + "/scale",
            verbs.equals(READ) ? List.of("get") : List.of("get", "update", "patch")));
  }

  private static PolicyRule rule(String group, String resource, List<String> verbs) {
    return new PolicyRuleBuilder()
        .withApiGroups(group)
        .withResources(resource)
        .withVerbs(verbs)
        .build();
  }

  private UserRoles() {}
}
