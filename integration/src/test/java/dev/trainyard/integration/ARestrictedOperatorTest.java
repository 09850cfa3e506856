package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.cli.install.Manifests;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Beyond the suite, since only a cluster that knows rights and quotas can refuse anything.
@Tag("needs-rights")
@OnACluster
class ARestrictedOperatorTest {

  @Test
  void says_which_rights_it_lacks_and_ends(Installed site) {
    var roles = site.client().rbac().clusterRoles();
    var whole = roles.withName(Manifests.NAME).get();
    try {
      roles
          .withName(Manifests.NAME)
          .edit(
              role -> {
                role.getRules().removeIf(rule -> grants(rule, "pods/binding"));
                role.getRules().stream()
                    .filter(rule -> grants(rule, "pods"))
                    .forEach(rule -> rule.getVerbs().remove("delete"));
                return role;
              });
      try (var operator = site.operator("feeble")) {
        assertThat(operator.exitCode()).isEqualTo(3);
        assertThat(operator.log().lines().filter(line -> line.startsWith("The operator may not")))
            .containsExactly(
                "The operator may not delete pods in all namespaces.",
                "The operator may not create pods/binding in all namespaces.");
      }
    } finally {
      roles
          .withName(Manifests.NAME)
          .edit(
              role -> {
                role.setRules(whole.getRules());
                return role;
              });
    }
  }

  @Test
  void tells_in_the_clusters_own_words_why_a_pod_was_refused_and_goes_on_once_it_may(
      Installed site) {
    var team = site.team();
    var quota = site.client().resource(noPods());
    quota.create();
    // No controller here counts what is used.
    quota.updateStatus();
    try (var operator = site.operator("thrifty").awaitLeading(true)) {
      team.submit(team.pyTorchJob("costly", 1));
      team.waitUntil("it is told", () -> !team.words("costly", "FailedCreatePod").isEmpty());

      assertThat(team.words("costly", "FailedCreatePod")).contains("costly-master-0", "no-pods");

      quota.delete();
      team.waitForPhase("costly", "Running");

      assertThat(operator.log().lines())
          .anyMatch(line -> line.contains("A job could not be advanced; it is tried again"))
          .noneMatch(line -> line.startsWith("\tat "));
    }
  }

  private static ResourceQuota noPods() {
    var none = Map.of("pods", new Quantity("0"));
    return new ResourceQuotaBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("no-pods")
        .endMetadata()
        .withNewSpec()
        .withHard(none)
        .endSpec()
        .withNewStatus()
        .withHard(none)
        .withUsed(none)
        .endStatus()
        .build();
  }

  private static boolean grants(PolicyRule rule, String resource) {
    return rule.getResources().contains(resource);
  }
}
