package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.yard.store.Ledger;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AServiceAccountTest {

  private static final String TEAM = "/api/v1/namespaces/team";
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";

  private volatile Instant now = Instant.now();

  @AutoClose private final TestApi api = new TestApi(new Ledger.Limits(1_000, 1_000), () -> now);

  @BeforeEach
  void namespace() {
    api.post("/api/v1/namespaces", "metadata: {name: team}");
  }

  @Test
  void is_there_with_its_namespace_and_again_when_it_is_deleted() {
    var first = api.get(TEAM + "/serviceaccounts/default");
    assertThat(first.code()).isEqualTo(200);
    assertThat(api.get(TEAM + "/configmaps/kube-root-ca.crt").code()).isEqualTo(200);

    api.delete(TEAM + "/serviceaccounts/default");
    api.delete(TEAM + "/configmaps/kube-root-ca.crt");

    await()
        .untilAsserted(
            () -> {
              assertThat(api.get(TEAM + "/serviceaccounts/default").code()).isEqualTo(200);
              assertThat(api.get(TEAM + "/configmaps/kube-root-ca.crt").code()).isEqualTo(200);
            });
    assertThat(api.get(TEAM + "/serviceaccounts/default").body().at("/metadata/uid"))
        .isNotEqualTo(first.body().at("/metadata/uid"));
  }

  @Test
  void goes_with_its_namespace() {
    api.delete("/api/v1/namespaces/team");

    await()
        .untilAsserted(() -> assertThat(api.get("/api/v1/namespaces/team").code()).isEqualTo(404));
    assertThat(
            api.get("/api/v1/serviceaccounts").body().path("items").findValuesAsText("namespace"))
        .isNotEmpty()
        .doesNotContain("team");
  }

  @Test
  void has_tokens_that_say_what_those_of_kubernetes_say() throws IOException {
    api.post(TEAM + "/pods", "{metadata: {name: p}, spec: {containers: [{name: a, image: b}]}}");
    var pod = api.get(TEAM + "/pods/p").body();

    var answer =
        api.post(
            TEAM + "/serviceaccounts/default/token",
            "spec: {expirationSeconds: 700, boundObjectRef: {kind: Pod, apiVersion: v1, name: p}}");

    assertThat(answer.code()).isEqualTo(201);
    var claims = claims(answer.body().at("/status/token").asText());
    var account = api.get(TEAM + "/serviceaccounts/default").body();
    assertThat(claims.path("sub").asText()).isEqualTo("system:serviceaccount:team:default");
    assertThat(claims.path("iss").asText()).isEqualTo("https://kubernetes.default.svc");
    assertThat(claims.at("/aud/0").asText()).isEqualTo("https://kubernetes.default.svc");
    assertThat(claims.path("exp").asLong() - claims.path("iat").asLong()).isEqualTo(700);
    assertThat(claims.path("nbf")).isEqualTo(claims.path("iat"));
    assertThat(claims.path("jti").asText()).isNotEmpty();
    var inside = claims.path("kubernetes.io");
    assertThat(inside.path("namespace").asText()).isEqualTo("team");
    assertThat(inside.at("/serviceaccount/name").asText()).isEqualTo("default");
    assertThat(inside.at("/serviceaccount/uid")).isEqualTo(account.at("/metadata/uid"));
    assertThat(inside.at("/pod/name").asText()).isEqualTo("p");
    assertThat(inside.at("/pod/uid")).isEqualTo(pod.at("/metadata/uid"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "default | {expirationSeconds: 300} | 422 | TokenRequest.authentication.k8s.io \"\" is"
            + " invalid: spec.expirationSeconds: Invalid value: 300: may not specify a duration"
            + " less than 10 minutes",
        "default | {boundObjectRef: {kind: Pod, apiVersion: v1, name: zz}} | 404 | pods \"zz\" not"
            + " found",
        "default | {boundObjectRef: {kind: Job, apiVersion: v1, name: zz}} | 400 | cannot bind"
            + " token to object of type v1/Job",
        "nobody | {} | 404 | serviceaccounts \"nobody\" not found",
      })
  void gets_no_token_that_makes_no_sense(String name, String spec, int code, String message) {
    var answer = api.post(TEAM + "/serviceaccounts/" + name + "/token", "spec: " + spec);

    assertThat(answer.code()).isEqualTo(code);
    assertThat(answer.message()).isEqualTo(message);
  }

  @Test
  void is_known_by_its_token() {
    var answer = as(token("default", "{}"), "/apis/authentication.k8s.io/v1/selfsubjectreviews");

    assertThat(answer.code()).isEqualTo(201);
    var user = answer.body().at("/status/userInfo");
    assertThat(user.path("username").asText()).isEqualTo("system:serviceaccount:team:default");
    assertThat(Json.texts(user.path("groups")))
        .containsExactly(
            "system:serviceaccounts", "system:serviceaccounts:team", "system:authenticated");
  }

  @Test
  void is_refused_with_a_token_that_has_expired() {
    var token = token("default", "{expirationSeconds: 600}");
    assertThat(whoAmI(token)).isEqualTo(201);

    now = now.plus(Duration.ofSeconds(601));

    assertThat(whoAmI(token)).isEqualTo(401);
  }

  @Test
  void is_refused_with_a_token_for_somebody_else() {
    var token = token("default", "{audiences: [vault]}");

    assertThat(whoAmI(token)).isEqualTo(401);
    var review =
        api.post(
            "/apis/authentication.k8s.io/v1/tokenreviews",
            "spec: {token: %s, audiences: [vault, other]}".formatted(token));
    assertThat(review.body().at("/status/authenticated").asBoolean()).isTrue();
    assertThat(Json.texts(review.body().at("/status/audiences"))).containsExactly("vault");
  }

  @Test
  void is_refused_with_a_token_that_was_changed() {
    var parts = token("default", "{}").split("\\.", -1);
    var claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
    var forged =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(claims.replace(":default", ":admin").getBytes(StandardCharsets.UTF_8));
    var none =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8));

    assertThat(whoAmI(parts[0] + "." + forged + "." + parts[2])).isEqualTo(401);
    assertThat(whoAmI(none + "." + parts[1] + ".")).isEqualTo(401);
    assertThat(whoAmI(parts[0] + "." + parts[1])).isEqualTo(401);
    assertThat(whoAmI(parts[0] + "." + parts[1] + ".AAAA")).isEqualTo(401);
  }

  @Test
  void is_refused_when_another_one_has_its_name() {
    api.post(TEAM + "/serviceaccounts", "metadata: {name: bot}");
    var token = token("bot", "{}");
    assertThat(whoAmI(token)).isEqualTo(201);

    api.delete(TEAM + "/serviceaccounts/bot");
    assertThat(whoAmI(token)).isEqualTo(401);
    api.post(TEAM + "/serviceaccounts", "metadata: {name: bot}");

    assertThat(whoAmI(token)).isEqualTo(401);
  }

  @Test
  void is_refused_when_the_pod_of_its_token_is_gone() {
    api.post(TEAM + "/pods", "{metadata: {name: p}, spec: {containers: [{name: a, image: b}]}}");
    var token = token("default", "{boundObjectRef: {kind: Pod, apiVersion: v1, name: p}}");
    assertThat(whoAmI(token)).isEqualTo(201);

    api.delete(TEAM + "/pods/p");

    assertThat(whoAmI(token)).isEqualTo(401);
  }

  @Test
  void may_do_nothing_until_a_role_says_so() {
    var token = token("default", "{}");

    var refused = getAs(token, TEAM + "/pods");
    assertThat(refused.code()).isEqualTo(403);
    assertThat(refused.reason()).isEqualTo("Forbidden");
    assertThat(refused.message())
        .isEqualTo(
            "pods is forbidden: User \"system:serviceaccount:team:default\" cannot list resource"
                + " \"pods\" in API group \"\" in the namespace \"team\"");
    assertThat(getAs(token, TEAM + "/pods/x/log").message())
        .isEqualTo(
            "pods \"x\" is forbidden: User \"system:serviceaccount:team:default\" cannot get"
                + " resource \"pods/log\" in API group \"\" in the namespace \"team\"");

    role("reader", "{apiGroups: [''], resources: [pods], verbs: [list]}");

    assertThat(getAs(token, TEAM + "/pods").code()).isEqualTo(200);
    assertThat(getAs(token, "/api/v1/pods").code()).isEqualTo(403);
    assertThat(getAs(token, TEAM + "/pods?watch=true&timeoutSeconds=1").code()).isEqualTo(403);
    assertThat(getAs(token, TEAM + "/secrets").code()).isEqualTo(403);

    api.delete(RBAC + "/namespaces/team/rolebindings/reader");

    assertThat(getAs(token, TEAM + "/pods").code()).isEqualTo(403);
  }

  @Test
  void cannot_name_a_path_so_that_it_means_something_else() {
    role("reader", "{apiGroups: [''], resources: [pods], verbs: [list, get]}");
    var token = token("default", "{}");

    assertThat(getAs(token, "/api//v1/namespaces/team/secrets").code()).isEqualTo(403);
    assertThat(getAs(token, "/api/v1/namespaces/team/%73ecrets").code()).isEqualTo(403);
    assertThat(getAs(token, "/api/v1/namespaces/team%2Fpods/secrets").code()).isEqualTo(403);
    assertThat(getAs(token, "/api/v1/namespaces/kube-system/pods/../secrets").code())
        .isNotEqualTo(200);
  }

  @Test
  void creates_nothing_by_applying_what_it_may_only_change() {
    role("editor", "{apiGroups: [''], resources: [configmaps], verbs: [get, patch]}");
    var path = TEAM + "/configmaps/fresh?fieldManager=test";
    var request =
        api.request(path)
            .setHeader("Authorization", "Bearer " + token("default", "{}"))
            .header("Content-Type", "application/apply-patch+yaml")
            .method(
                "PATCH",
                BodyPublishers.ofString(
                    "{apiVersion: v1, kind: ConfigMap, metadata: {name: fresh}, data: {a: b}}"));

    var refused = api.send(request);

    assertThat(refused.code()).isEqualTo(403);
    assertThat(refused.message()).contains("cannot create resource \"configmaps\"");
    assertThat(api.get(TEAM + "/configmaps/fresh").code()).isEqualTo(404);
  }

  @Test
  void gives_away_only_what_it_has() {
    role(
        "ruler",
        "{apiGroups: [rbac.authorization.k8s.io], resources: [roles, rolebindings], verbs:"
            + " ['*']}");
    api.delete(RBAC + "/namespaces/team/roles/ruler");
    api.post(
        RBAC + "/namespaces/team/roles",
        """
        metadata: {name: ruler}
        rules:
        - apiGroups: [rbac.authorization.k8s.io]
          resources: [roles, rolebindings]
          verbs: [create, update]
        """);
    var token = token("default", "{}");

    var refused =
        as(
            token,
            RBAC + "/namespaces/team/roles",
            """
            {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","metadata":{"name":"more"},
             "rules":[{"apiGroups":[""],"resources":["nodes"],"verbs":["get"]}]}\
            """);

    assertThat(refused.code()).isEqualTo(403);
    assertThat(refused.message())
        .startsWith("roles.rbac.authorization.k8s.io \"more\" is forbidden: user")
        .endsWith("{APIGroups:[\"\"], Resources:[\"nodes\"], Verbs:[\"get\"]}");
    var binding =
        as(
            token,
            RBAC + "/namespaces/team/rolebindings",
            """
            {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"RoleBinding","metadata":{"name":"more"},
             "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"cluster-admin"},
             "subjects":[{"kind":"ServiceAccount","name":"default","namespace":"team"}]}\
            """);
    assertThat(binding.code()).isEqualTo(403);
    assertThat(binding.message()).contains("is attempting to grant RBAC permissions");
    assertThat(
            as(
                    token,
                    RBAC + "/namespaces/team/roles",
                    """
                    {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","metadata":{"name":"same"},
                     "rules":[{"apiGroups":["rbac.authorization.k8s.io"],"resources":["roles"],"verbs":["create"]}]}\
                    """)
                .code())
        .isEqualTo(201);
  }

  @Test
  void may_be_acted_as_by_the_owner_alone() {
    var path = TEAM + "/pods";
    var acting =
        api.send(api.request(path).header("Impersonate-User", "system:serviceaccount:team:x"));
    assertThat(acting.code()).isEqualTo(403);
    assertThat(acting.message()).contains("User \"system:serviceaccount:team:x\" cannot list");

    var token = token("default", "{}");
    var climbing =
        api.send(
            api.request(path)
                .setHeader("Authorization", "Bearer " + token)
                .header("Impersonate-User", "yard")
                .header("Impersonate-Group", "system:masters"));
    assertThat(climbing.code()).isEqualTo(403);
    assertThat(climbing.message())
        .isEqualTo(
            "users \"yard\" is forbidden: User \"system:serviceaccount:team:default\" cannot"
                + " impersonate resource \"users\" in API group \"\" at the cluster scope");
  }

  @Test
  void learns_what_it_may() {
    role("reader", "{apiGroups: [''], resources: [pods], verbs: [list]}");
    var token = token("default", "{}");
    var path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

    assertThat(allowed(as(token, path, asked("list", "pods")))).isTrue();
    assertThat(allowed(as(token, path, asked("delete", "pods")))).isFalse();
    var others =
        api.post(
            "/apis/authorization.k8s.io/v1/subjectaccessreviews",
            """
            spec:
              user: system:serviceaccount:team:default
              resourceAttributes: {verb: list, resource: pods, namespace: team}
            """);
    assertThat(others.body().at("/status/reason").asText())
        .startsWith("RBAC: allowed by RoleBinding \"reader/team\"");
    var rules =
        as(
            token,
            "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
            "{\"spec\":{\"namespace\":\"team\"}}");
    assertThat(rules.body().at("/status/resourceRules").toString()).contains("\"pods\"");
    assertThat(rules.body().at("/status/nonResourceRules").toString()).contains("/version");
  }

  @Test
  void is_given_to_every_pod_with_a_token_in_its_place() {
    var pod =
        api.post(
                TEAM + "/pods",
                """
                metadata: {name: p}
                spec:
                  initContainers: [{name: i, image: x}]
                  containers: [{name: c, image: x}]
                """)
            .body();

    assertThat(pod.at("/spec/serviceAccountName").asText()).isEqualTo("default");
    assertThat(pod.at("/spec/serviceAccount").asText()).isEqualTo("default");
    var volume = pod.at("/spec/volumes/0/name").asText();
    assertThat(volume).matches("kube-api-access-[a-z0-9]{5}");
    assertThat(pod.at("/spec/volumes/0/projected").toString())
        .isEqualTo(
            "{\"defaultMode\":420,\"sources\":[{\"serviceAccountToken\":{\"expirationSeconds\":3607,"
                + "\"path\":\"token\"}},{\"configMap\":{\"name\":\"kube-root-ca.crt\",\"items\":["
                + "{\"key\":\"ca.crt\",\"path\":\"ca.crt\"}]}},{\"downwardAPI\":{\"items\":["
                + "{\"path\":\"namespace\",\"fieldRef\":{\"apiVersion\":\"v1\",\"fieldPath\":"
                + "\"metadata.namespace\"}}]}}]}");
    for (var list : new String[] {"containers", "initContainers"}) {
      var mount = pod.at("/spec/" + list + "/0/volumeMounts/0");
      assertThat(mount.path("name").asText()).isEqualTo(volume);
      assertThat(mount.path("readOnly").asBoolean()).isTrue();
      assertThat(mount.path("mountPath").asText())
          .isEqualTo("/var/run/secrets/kubernetes.io/serviceaccount");
    }
  }

  @Test
  void keeps_its_token_to_itself_where_it_or_the_pod_says_so() {
    var quiet = "containers: [{name: c, image: x}], automountServiceAccountToken: false";
    api.post(
        TEAM + "/serviceaccounts", "{metadata: {name: shy}, automountServiceAccountToken: false}");

    var pods = TEAM + "/pods";
    assertThat(volumes(api.post(pods, "{metadata: {name: a}, spec: {%s}}".formatted(quiet))))
        .isZero();
    var shy =
        "{metadata: {name: %s}, spec: {serviceAccount: shy, containers: [{name: c, image: x}]%s}}";
    assertThat(volumes(api.post(pods, shy.formatted("b", "")))).isZero();
    assertThat(volumes(api.post(pods, shy.formatted("c", ", automountServiceAccountToken: true"))))
        .isEqualTo(1);
  }

  @Test
  void must_be_there_for_a_pod_that_names_it() {
    var answer =
        api.post(
            TEAM + "/pods",
            "{metadata: {name: q}, spec: {serviceAccountName: nobody, containers: [{name: a, image:"
                + " b}]}}");

    assertThat(answer.code()).isEqualTo(403);
    assertThat(answer.message())
        .isEqualTo(
            "pods \"q\" is forbidden: error looking up service account team/nobody: serviceaccount"
                + " \"nobody\" not found");
  }

  private static int volumes(TestApi.Answer created) {
    assertThat(created.code()).isEqualTo(201);
    return created.body().at("/spec/volumes").size();
  }

  private void role(String name, String rule) {
    api.post(
        RBAC + "/namespaces/team/roles",
        "{metadata: {name: %s}, rules: [%s]}".formatted(name, rule));
    var bound =
        api.post(
            RBAC + "/namespaces/team/rolebindings",
            """
            metadata: {name: %s}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: %s}
            subjects: [{kind: ServiceAccount, name: default, namespace: team}]
            """
                .formatted(name, name));
    assertThat(bound.code()).isEqualTo(201);
  }

  private String token(String account, String spec) {
    var answer = api.post(TEAM + "/serviceaccounts/" + account + "/token", "spec: " + spec);
    assertThat(answer.code()).isEqualTo(201);
    return answer.body().at("/status/token").asText();
  }

  private int whoAmI(String token) {
    return as(token, "/apis/authentication.k8s.io/v1/selfsubjectreviews").code();
  }

  private TestApi.Answer as(String token, String path) {
    return as(token, path, "{}");
  }

  private TestApi.Answer as(String token, String path, String json) {
    return api.send(
        api.request(path)
            .setHeader("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  private TestApi.Answer getAs(String token, String path) {
    return api.send(api.request(path).setHeader("Authorization", "Bearer " + token));
  }

  private static String asked(String verb, String resource) {
    return "{\"spec\":{\"resourceAttributes\":{\"verb\":\"%s\",\"resource\":\"%s\",\"namespace\":\"team\"}}}"
        .formatted(verb, resource);
  }

  private static boolean allowed(TestApi.Answer review) {
    assertThat(review.code()).isEqualTo(201);
    return review.body().at("/status/allowed").asBoolean();
  }

  private static JsonNode claims(String token) throws IOException {
    return Json.MAPPER.readTree(Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]));
  }
}
