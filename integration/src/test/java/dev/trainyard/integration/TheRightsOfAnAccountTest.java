package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.Test;

/// A service account and what its roles let it do, with a token of its own.
@OnACluster
class TheRightsOfAnAccountTest {

  private static final String RBAC = "rbac.authorization.k8s.io";

  @Test
  void are_none_until_a_role_gives_some(Site site, Team team) {
    try (var account = account(site, team)) {
      assertThatThrownBy(() -> account.pods().inNamespace(team.namespace()).list())
          .isInstanceOfSatisfying(
              KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(403))
          .hasMessageContaining(
              "pods is forbidden: User \"system:serviceaccount:%s:default\" cannot list resource"
                      .formatted(team.namespace())
                  + " \"pods\" in API group \"\" in the namespace \"%s\""
                      .formatted(team.namespace()));
      assertThat(may(account, team, "list")).isFalse();

      give(team, role(team, "lister", rule("pods", "list")));

      team.waitUntil("it may", () -> may(account, team, "list"));
      assertThat(account.pods().inNamespace(team.namespace()).list().getItems()).isEmpty();
      assertThat(may(account, team, "delete")).isFalse();
      assertThatThrownBy(() -> account.pods().inNamespace("kube-system").list())
          .hasMessageContaining("in the namespace \"kube-system\"");
    }
  }

  @Test
  void grow_by_nobody_who_has_not_more(Site site, Team team) {
    give(
        team,
        role(
            team,
            "ruler",
            new PolicyRuleBuilder()
                .withApiGroups(RBAC)
                .withResources("roles")
                .withVerbs("create")
                .build(),
            rule("pods", "get")));
    try (var account = account(site, team)) {
      var same = role(team, "same", rule("pods", "get"));
      team.waitUntil("it may", () -> accepted(account, same));

      assertThatThrownBy(() -> account.resource(role(team, "more", rule("nodes", "get"))).create())
          .hasMessageContaining(
              "is attempting to grant RBAC permissions not currently held:\n"
                  + "{APIGroups:[\"\"], Resources:[\"nodes\"], Verbs:[\"get\"]}");
    }
  }

  @Test
  void end_with_the_account(Site site, Team team) {
    give(team, role(team, "lister", rule("pods", "list")));
    try (var account = account(site, team)) {
      team.waitUntil("it may", () -> may(account, team, "list"));

      team.client().serviceAccounts().inNamespace(team.namespace()).withName("default").delete();

      team.waitUntil("its token is worth nothing", () -> refused(account, team));
    }
    team.waitUntil(
        "there is another one",
        () ->
            team.client().serviceAccounts().inNamespace(team.namespace()).withName("default").get()
                != null);
  }

  @Test
  void belong_to_a_pod_by_an_account_that_is_there(Team team) {
    var pod =
        new PodBuilder()
            .withNewMetadata()
            .withName("lost")
            .withNamespace(team.namespace())
            .endMetadata()
            .withNewSpec()
            .withServiceAccountName("nobody")
            .addNewContainer()
            .withName("main")
            .withImage("none")
            .endContainer()
            .endSpec()
            .build();

    assertThatThrownBy(() -> team.client().resource(pod).create())
        .hasMessageContaining(
            "error looking up service account %s/nobody: serviceaccount \"nobody\" not found"
                .formatted(team.namespace()));
  }

  private static boolean accepted(KubernetesClient account, Role role) {
    try {
      account.resource(role).create();
      return true;
    } catch (KubernetesClientException e) {
      return false;
    }
  }

  private static boolean refused(KubernetesClient account, Team team) {
    try {
      account.pods().inNamespace(team.namespace()).list();
      return false;
    } catch (KubernetesClientException e) {
      return e.getCode() == 401;
    }
  }

  private static boolean may(KubernetesClient account, Team team, String verb) {
    var asked =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withNewResourceAttributes()
            .withNamespace(team.namespace())
            .withResource("pods")
            .withVerb(verb)
            .endResourceAttributes()
            .endSpec()
            .build();
    var status = account.authorization().v1().selfSubjectAccessReview().create(asked).getStatus();
    return Boolean.TRUE.equals(status.getAllowed());
  }

  private static KubernetesClient account(Site site, Team team) {
    var file = site.cluster().kubeconfigOf(team.namespace(), "default");
    return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(file.toFile())).build();
  }

  private static PolicyRule rule(String resource, String verb) {
    return new PolicyRuleBuilder()
        .withApiGroups("")
        .withResources(resource)
        .withVerbs(verb)
        .build();
  }

  private static Role role(Team team, String name, PolicyRule... rules) {
    return new RoleBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(team.namespace())
        .endMetadata()
        .withRules(rules)
        .build();
  }

  private static void give(Team team, Role role) {
    team.client().resource(role).create();
    team.client()
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata()
                .withName(role.getMetadata().getName())
                .withNamespace(team.namespace())
                .endMetadata()
                .withNewRoleRef(RBAC, "Role", role.getMetadata().getName())
                .addNewSubject("", "ServiceAccount", "default", team.namespace())
                .build())
        .create();
  }
}
