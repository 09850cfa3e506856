package dev.trainyard.yard.apiserver.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheRightsOfAnAskerTest {

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private static final String OBJECTS =
      """
      - kind: Role
        metadata: {name: reader, namespace: team}
        rules:
        - {apiGroups: [""], resources: [pods, pods/log], verbs: [get, list, watch]}
        - {apiGroups: [""], resources: [secrets], resourceNames: [mine], verbs: [get]}
        - {apiGroups: [apps], resources: ["*/scale"], verbs: [update]}
      - kind: ClusterRole
        metadata: {name: starter}
        rules:
        - {apiGroups: [""], resources: [pods], verbs: [create, deletecollection]}
        - {nonResourceURLs: [/logs/*, /version], verbs: [get]}
      - kind: ClusterRole
        metadata: {name: all}
        rules:
        - {apiGroups: ["*"], resources: ["*"], verbs: ["*"]}
        - {nonResourceURLs: ["*"], verbs: ["*"]}
      - kind: RoleBinding
        metadata: {name: readers, namespace: team}
        roleRef: {kind: Role, name: reader}
        subjects:
        - {kind: ServiceAccount, name: default}
        - {kind: User, name: ann}
      - kind: RoleBinding
        metadata: {name: starters, namespace: team}
        roleRef: {kind: ClusterRole, name: starter}
        subjects:
        - {kind: Group, name: "system:serviceaccounts:other"}
      - kind: ClusterRoleBinding
        metadata: {name: everywhere}
        roleRef: {kind: ClusterRole, name: starter}
        subjects:
        - {kind: Group, name: testers}
        - {kind: ServiceAccount, name: bot, namespace: team}
      - kind: RoleBinding
        metadata: {name: lords, namespace: team}
        roleRef: {kind: ClusterRole, name: all}
        subjects:
        - {kind: User, name: bob}
      - kind: RoleBinding
        metadata: {name: lost, namespace: team}
        roleRef: {kind: Role, name: gone}
        subjects:
        - {kind: User, name: bob}
      """;

  private final Rights rights = Rights.of(objects(OBJECTS));

  @ParameterizedTest
  @CsvSource({
    "system:serviceaccount:team:default,  list,             '',   pods,        team,  '',    true",
    "system:serviceaccount:team:default,  list,             '',   pods,        other, '',    false",
    "system:serviceaccount:team:default,  list,             '',   pods,        '',    '',    false",
    "system:serviceaccount:other:default, list,             '',   pods,        team,  '',    false",
    "system:serviceaccount:team:default,  get,              '',   pods/log,    team,  a,     true",
    "system:serviceaccount:team:default,  get,              '',   pods/exec,   team,  a,     false",
    "system:serviceaccount:team:default,  delete,           '',   pods,        team,  a,     false",
    "system:serviceaccount:team:default,  get,              '',   secrets,     team,  mine,  true",
    "system:serviceaccount:team:default,  get,              '',   secrets,     team,  yours, false",
    "system:serviceaccount:team:default,  list,             '',   secrets,     team,  '',    false",
    "system:serviceaccount:team:default,  get,              apps, pods,        team,  a,     false",
    "ann,                                 update,           apps, deployments/scale, team, a, true",
    "ann,                                 update,           apps, deployments, team,  a,     false",
    "system:serviceaccount:other:x,       create,           '',   pods,        team,  '',    true",
    "system:serviceaccount:other:x,       deletecollection, '',   pods,        other, '',    false",
    "system:serviceaccount:team:bot,      create,           '',   pods,        other, '',    true",
    "system:serviceaccount:team:bot,      create,           '',   pods,        '',    '',    true",
    "bob,                                 escalate,         x.y,  things/part, team,  a,     true",
    "bob,                                 get,              '',   nodes,       '',    a,     false",
    "eve,                                 get,              '',   pods,        team,  a,     false",
  })
  void follow_from_roles_and_bindings(
      String user,
      String verb,
      String group,
      String resource,
      String namespace,
      String name,
      boolean allowed) {
    var verdict = rights.judge(asker(user), attempt(verb, group, resource, namespace, name));

    assertThat(verdict.allowed()).isEqualTo(allowed);
    assertThat(verdict.reason().isEmpty()).isNotEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({
    "testers,                    get,  /version,  true",
    "testers,                    get,  /version/, false",
    "testers,                    get,  /logs/a/b, true",
    "testers,                    get,  /logs,     false",
    "testers,                    post, /version,  false",
    "system:serviceaccounts:other, get, /version, false",
  })
  void to_paths_come_from_bindings_of_the_cluster_only(
      String group, String verb, String path, boolean allowed) {
    var asker = new Asker("somebody", "", List.of(group), Map.of());

    assertThat(rights.judge(asker, new Attempt.Path(verb, path)).allowed()).isEqualTo(allowed);
  }

  @Test
  void have_no_bounds_for_masters() {
    var verdict = rights.judge(Asker.master("yard"), new Attempt.Path("get", "/anything"));

    assertThat(verdict.allowed()).isTrue();
  }

  @Test
  void are_explained_by_the_binding_that_gives_them() {
    var asker = asker("system:serviceaccount:team:default");

    assertThat(rights.judge(asker, attempt("get", "", "pods", "team", "a")).reason())
        .isEqualTo(
            "RBAC: allowed by RoleBinding \"readers/team\" of Role \"reader\" to ServiceAccount"
                + " \"default/team\"");
    assertThat(attempt("get", "", "pods/log", "team", "a").cannot())
        .isEqualTo("cannot get resource \"pods/log\" in API group \"\" in the namespace \"team\"");
    assertThat(attempt("list", "apps", "deployments", "", "").cannot())
        .isEqualTo(
            "cannot list resource \"deployments\" in API group \"apps\" at the cluster scope");
    assertThat(new Attempt.Path("get", "/metrics").cannot())
        .isEqualTo("cannot get path \"/metrics\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{apiGroups: [''], resources: [pods], verbs: [get, list]}           | true",
        "{apiGroups: [''], resources: [pods/log], verbs: [watch]}           | true",
        "{apiGroups: [''], resources: [pods], verbs: ['*']}                 | false",
        "{apiGroups: ['*'], resources: [pods], verbs: [get]}                | false",
        "{apiGroups: [''], resources: ['*'], verbs: [get]}                  | false",
        "{apiGroups: [''], resources: [pods, nodes], verbs: [get]}          | false",
        "{apiGroups: [''], resources: [secrets], verbs: [get]}              | false",
        "{apiGroups: [''], resources: [secrets], resourceNames: [mine], verbs: [get]} | true",
        "{apiGroups: [''], resources: [secrets], resourceNames: [mine, a], verbs: [get]} | false",
        "{apiGroups: [apps], resources: [deployments/scale], verbs: [update]} | true",
        "{apiGroups: [apps], resources: [deployments], verbs: [update]}     | false",
        "{nonResourceURLs: [/version], verbs: [get]}                        | false",
      })
  void may_be_given_away_as_far_as_they_go(String rule, boolean held) {
    var given = Rule.of(YAML.createArrayNode().add(yaml(rule)));

    assertThat(Escalation.beyond(rights.rulesOf(asker("ann"), "team"), given).isEmpty())
        .isEqualTo(held);
    assertThat(Escalation.beyond(rights.rulesOf(asker("bob"), "team"), given)).isEmpty();
  }

  @Test
  void that_are_missing_are_told_as_kubernetes_does() {
    var rule =
        Rule.of(
            YAML.createArrayNode()
                .add(yaml("{apiGroups: [''], resources: [nodes], verbs: [get]}")));

    assertThat(Escalation.told(asker("system:serviceaccount:team:default"), rule))
        .isEqualTo(
            """
            user "system:serviceaccount:team:default" (groups=["system:serviceaccounts" "system:serviceaccounts:team" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:
            {APIGroups:[""], Resources:["nodes"], Verbs:["get"]}\
            """);
  }

  @Test
  void of_kubernetes_own_roles_are_there_from_the_start() {
    var builtIn = Rights.of(BuiltInRoles.all());
    var account = asker("system:serviceaccount:team:default");

    assertThat(builtIn.judge(account, new Attempt.Path("get", "/api/v1")).allowed()).isTrue();
    assertThat(builtIn.judge(account, new Attempt.Path("get", "/openid/v1/jwks")).allowed())
        .isTrue();
    assertThat(builtIn.judge(account, attempt("list", "", "pods", "team", "")).allowed()).isFalse();
    var reviews = attempt("create", "authorization.k8s.io", "selfsubjectaccessreviews", "", "");
    assertThat(builtIn.judge(account, reviews).allowed()).isTrue();
    assertThat(builtIn.rulesOf(new Rights.RoleName("", "edit")).orElseThrow()).isNotEmpty();
  }

  @Test
  void of_a_role_that_is_made_of_others_are_theirs() {
    var roles =
        objects(
            """
            - kind: ClusterRole
              metadata: {name: whole}
              aggregationRule:
                clusterRoleSelectors:
                - matchLabels: {part: "yes"}
                - matchExpressions: [{key: size, operator: In, values: [big]}]
            - kind: ClusterRole
              metadata: {name: a, labels: {part: "yes"}}
              rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
            - kind: ClusterRole
              metadata: {name: b, labels: {size: big}}
              rules: [{apiGroups: [""], resources: [nodes], verbs: [get]}]
            - kind: ClusterRole
              metadata: {name: c, labels: {part: "no"}}
              rules: [{apiGroups: [""], resources: [secrets], verbs: [get]}]
            """);

    var rules = Aggregation.rules(roles.getFirst(), roles).orElseThrow();

    assertThat(rules)
        .map(rule -> rule.at("/resources/0").asText())
        .containsExactly("pods", "nodes");
    assertThat(Aggregation.rules(roles.getLast(), roles)).isEmpty();
  }

  @Test
  void of_the_built_in_roles_are_what_they_are_made_of() {
    var roles =
        BuiltInRoles.all().stream()
            .filter(object -> object.path("kind").asText().equals("ClusterRole"))
            .sorted(Comparator.comparing(role -> role.at("/metadata/name").asText()))
            .toList();

    assertThat(roles)
        .allSatisfy(
            role ->
                Aggregation.rules(role, roles)
                    .ifPresent(
                        rules ->
                            assertThat(rules)
                                .containsExactlyElementsOf(
                                    role.path("rules").valueStream().toList())));
  }

  private static Asker asker(String user) {
    return Asker.accountOf(user)
        .map(account -> Asker.of(account, "1", Map.of()))
        .orElseGet(() -> new Asker(user, "", List.of(Asker.AUTHENTICATED), Map.of()));
  }

  private static Attempt attempt(
      String verb, String group, String resource, String namespace, String name) {
    var parts = resource.split("/", 2);
    return new Attempt.Resource(
        verb, group, parts[0], parts.length > 1 ? parts[1] : "", namespace, name);
  }

  private static List<JsonNode> objects(String yaml) {
    var objects = new ArrayList<JsonNode>();
    yaml(yaml).forEach(objects::add);
    return objects;
  }

  private static JsonNode yaml(String text) {
    try {
      return YAML.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
