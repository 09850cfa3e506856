package dev.trainyard.cli.install;

import dev.trainyard.operator.leader.Terms;
import dev.trainyard.operator.rights.Right;
import dev.trainyard.operator.rights.Right.Where;
import dev.trainyard.operator.rights.Rights;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The operator's rights as roles: cluster-wide only where they must be.
final class Permissions {

  private static final String RBAC = "rbac.authorization.k8s.io";
  private static final String NAME = Manifests.NAME;

  static List<HasMetadata> of(Installation installation) {
    var rights =
        Rights.of(
            installation.kinds(),
            installation.settings(),
            !installation.schedulers().isEmpty(),
            Optional.of(Terms.LEASE),
            Optional.empty());
    var webhook =
        installation
            .webhookNames()
            .map(names -> Rights.ofWebhook(installation.kinds(), names))
            .orElse(List.of());
    var clusterWide =
        Stream.concat(
                rules(rights, Set.of(Where.CLUSTER)).stream(),
                rules(webhook, Set.of(Where.CLUSTER)).stream())
            .toList();
    var account = installation.namespace();
    var objects = new ArrayList<HasMetadata>();
    if (installation.watched().isEmpty()) {
      var jobs = rules(rights, Set.of(Where.JOBS)).stream();
      objects.addAll(everywhere(Stream.concat(jobs, clusterWide.stream()).toList(), account));
    } else {
      objects.addAll(everywhere(clusterWide, account));
      installation
          .watched()
          .forEach(
              namespace ->
                  objects.addAll(
                      inside(namespace, NAME, rules(rights, Set.of(Where.JOBS)), account)));
    }
    objects.addAll(inside(account, NAME + "-election", rules(rights, Set.of(Where.HOME)), account));
    if (!webhook.isEmpty()) {
      objects.addAll(
          inside(account, NAME + "-webhook", rules(webhook, Set.of(Where.HOME)), account));
    }
    return objects;
  }

  private static List<PolicyRule> rules(List<Right> rights, Set<Where> where) {
    return rights.stream()
        .filter(right -> where.contains(right.where()))
        .map(
            right ->
                new PolicyRuleBuilder()
                    .withApiGroups(right.group())
                    .withResources(right.resource())
                    .withResourceNames(right.name().stream().toList())
                    .withVerbs(right.verbs())
                    .build())
        .toList();
  }

  private static List<HasMetadata> everywhere(List<PolicyRule> rules, String account) {
    return List.of(
        new ClusterRoleBuilder().withMetadata(clusterWide(account)).withRules(rules).build(),
        new ClusterRoleBindingBuilder()
            .withMetadata(clusterWide(account))
            .withNewRoleRef(RBAC, "ClusterRole", clusterWide(account).getName())
            .addNewSubject("", "ServiceAccount", NAME, account)
            .build());
  }

  /// Two installations, each for namespaces of its own, must not share what has no namespace.
  private static ObjectMeta clusterWide(String account) {
    return named(NAME, account);
  }

  /// The metadata of something of ours that has no namespace.
  static ObjectMeta clusterWide(String part, String account) {
    return named("%s-%s".formatted(NAME, part), account);
  }

  private static ObjectMeta named(String name, String account) {
    return Manifests.metadata(
        account.equals(Installation.NAMESPACE) ? name : name + "-" + account, Optional.empty());
  }

  private static List<HasMetadata> inside(
      String namespace, String name, List<PolicyRule> rules, String account) {
    var metadata = Manifests.metadata(name, Optional.of(namespace));
    return List.of(
        new RoleBuilder().withMetadata(metadata).withRules(rules).build(),
        new RoleBindingBuilder()
            .withMetadata(metadata)
            .withNewRoleRef(RBAC, "Role", name)
            .addNewSubject("", "ServiceAccount", NAME, account)
            .build());
  }

  private Permissions() {}
}
