package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AQuotaTest {

  private static final String CORE = "/api/v1/namespaces/default/";
  private static final String PODS = CORE + "pods";
  private static final String QUOTAS = CORE + "resourcequotas";

  @AutoClose private final TestApi api = new TestApi();

  private void limit(String hard) {
    quota("{hard: {%s}}".formatted(hard));
  }

  private void quota(String spec) {
    var made = api.post(QUOTAS, "{metadata: {name: q}, spec: %s}".formatted(spec));
    assertThat(made.code()).as(made.message()).isEqualTo(201);
  }

  private TestApi.Answer pod(String name, String resources) {
    return pod(name, resources, "");
  }

  private TestApi.Answer pod(String name, String resources, String more) {
    return api.post(
        PODS,
        "{metadata: {name: %s}, spec: {%s containers: [{name: c, image: i, resources: {%s}}]}}"
            .formatted(name, more, resources));
  }

  private JsonNode used() {
    return api.get(QUOTAS + "/q").body().at("/status/used");
  }

  private void awaitUsed(String name, String amount) {
    try (var events = api.watch(QUOTAS + "?watch=true&fieldSelector=metadata.name=q")) {
      JsonNode event;
      do {
        event = events.next();
      } while (!event.at("/object/status/used").path(name).asText().equals(amount));
    }
  }

  @Test
  void counts_what_is_there_already() {
    pod("a", "requests: {cpu: 500m}");
    pod("b", "requests: {cpu: 700m}, limits: {cpu: '1'}");
    limit("pods: '3', requests.cpu: '4', count/pods: '9', configmaps: '5'");
    assertThat(used())
        .isEqualTo(
            TestApi.yaml("{pods: '2', requests.cpu: 1200m, count/pods: '2', configmaps: '1'}"));
    assertThat(api.get(QUOTAS + "/q").body().at("/status/hard"))
        .isEqualTo(
            TestApi.yaml("{pods: '3', requests.cpu: '4', count/pods: '9', configmaps: '5'}"));
  }

  @Test
  void refuses_what_is_too_much_in_the_words_of_kubernetes() {
    limit("pods: '1', requests.memory: 2Gi");
    assertThat(pod("a", "requests: {memory: 1536Mi}").code()).isEqualTo(201);
    var refused = pod("b", "requests: {memory: 1Gi}");
    assertThat(refused.code()).isEqualTo(403);
    assertThat(refused.reason()).isEqualTo("Forbidden");
    assertThat(refused.message())
        .isEqualTo(
            "pods \"b\" is forbidden: exceeded quota: q, requested: pods=1,requests.memory=1Gi,"
                + " used: pods=1,requests.memory=1536Mi, limited: pods=1,requests.memory=2Gi");
    assertThat(used().path("pods").asText()).isEqualTo("1");
  }

  @Test
  void wants_to_be_told_what_it_counts() {
    limit("limits.cpu: '2', requests.memory: 1Gi");
    assertThat(pod("a", "limits: {cpu: '1'}").message())
        .isEqualTo("pods \"a\" is forbidden: failed quota: q: must specify requests.memory for: c");
  }

  @Test
  void counts_objects_of_any_kind() {
    // One is the authority of the API, which every namespace has.
    limit("configmaps: '2', count/jobs.batch: '0'");
    assertThat(api.post(CORE + "configmaps", "{metadata: {name: a}}").code()).isEqualTo(201);
    assertThat(api.post(CORE + "configmaps", "{metadata: {name: b}}").message())
        .isEqualTo(
            "configmaps \"b\" is forbidden: exceeded quota: q, requested: configmaps=1, used:"
                + " configmaps=2, limited: configmaps=2");
    var job =
        api.post(
            "/apis/batch/v1/namespaces/default/jobs",
            """
            metadata: {name: j}
            spec:
              template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}
            """);
    assertThat(job.message())
        .isEqualTo(
            "jobs.batch \"j\" is forbidden: exceeded quota: q, requested: count/jobs.batch=1,"
                + " used: count/jobs.batch=0, limited: count/jobs.batch=0");
  }

  @Test
  void counts_claims_and_their_growth() {
    limit(
        "requests.storage: 3Gi, fast.storageclass.storage.k8s.io/requests.storage: 2Gi,"
            + " persistentvolumeclaims: '2'");
    var claim =
        """
        metadata: {name: %s}
        spec:
          storageClassName: fast
          accessModes: [ReadWriteOnce]
          resources: {requests: {storage: %s}}
        """;
    var claims = CORE + "persistentvolumeclaims";
    assertThat(api.post(claims, claim.formatted("a", "1Gi")).code()).isEqualTo(201);
    assertThat(api.post(claims, claim.formatted("b", "1536Mi")).message())
        .endsWith(
            "exceeded quota: q, requested:"
                + " fast.storageclass.storage.k8s.io/requests.storage=1536Mi, used:"
                + " fast.storageclass.storage.k8s.io/requests.storage=1Gi, limited:"
                + " fast.storageclass.storage.k8s.io/requests.storage=2Gi");
  }

  @Test
  void counts_services_that_become_node_ports() {
    limit("services.nodeports: '1'");
    var ports = "ports: [{name: a, port: 80}, {name: b, port: 81}]";
    var service = api.post(CORE + "services", "{metadata: {name: s}, spec: {%s}}".formatted(ports));
    assertThat(service.code()).isEqualTo(201);
    assertThat(api.merge(CORE + "services/s", "{spec: {type: NodePort}}").message())
        .isEqualTo(
            "services \"s\" is forbidden: exceeded quota: q, requested: services.nodeports=2,"
                + " used: services.nodeports=0, limited: services.nodeports=1");
  }

  @Test
  void is_about_the_pods_of_its_scopes() {
    quota("{hard: {pods: '0'}, scopes: [Terminating, BestEffort]}");
    assertThat(pod("a", "").code()).isEqualTo(201);
    assertThat(pod("b", "requests: {cpu: 1}", "activeDeadlineSeconds: 5,").code()).isEqualTo(201);
    assertThat(pod("c", "", "activeDeadlineSeconds: 5,").code()).isEqualTo(403);
    assertThat(used().path("pods").asText()).isEqualTo("0");
  }

  @Test
  void is_about_the_pods_of_its_priority_classes() {
    quota(
        "{hard: {pods: '0'}, scopeSelector: {matchExpressions: [{scopeName: PriorityClass,"
            + " operator: In, values: [high]}]}}");
    assertThat(pod("a", "", "priorityClassName: low,").code()).isEqualTo(201);
    assertThat(pod("b", "").code()).isEqualTo(201);
    assertThat(pod("c", "", "priorityClassName: high,").code()).isEqualTo(403);
  }

  @Test
  void gets_back_what_ended_or_is_gone() {
    limit("pods: '2', count/pods: '5'");
    pod("a", "");
    pod("b", "");
    assertThat(pod("c", "").code()).isEqualTo(403);

    api.merge(PODS + "/a/status", "{status: {phase: Succeeded}}");
    awaitUsed("pods", "1");
    assertThat(used().path("count/pods").asText()).isEqualTo("2");
    assertThat(pod("c", "").code()).isEqualTo(201);

    api.delete(PODS + "/b");
    awaitUsed("pods", "1");
    assertThat(pod("d", "").code()).isEqualTo(201);
  }

  @Test
  void counts_anew_when_it_is_changed() {
    pod("a", "");
    limit("configmaps: '1'");
    api.merge(QUOTAS + "/q", "{spec: {hard: {configmaps: null, pods: '1'}}}");
    assertThat(used()).isEqualTo(TestApi.yaml("{pods: '1'}"));
    assertThat(pod("b", "").code()).isEqualTo(403);
  }

  @Test
  void counts_nothing_of_a_dry_run_or_a_refusal() {
    limit("pods: '5'");
    assertThat(
            api.post(
                    PODS + "?dryRun=All",
                    "{metadata: {name: a}, spec: {containers: [{name: c, image: i}]}}")
                .code())
        .isEqualTo(201);
    pod("b", "");
    assertThat(pod("b", "").code()).isEqualTo(409);
    assertThat(used().path("pods").asText()).isEqualTo("1");
  }

  @Test
  void lets_exactly_as_many_through_as_there_is_room_for()
      throws InterruptedException, ExecutionException {
    limit("pods: '7'");
    var codes = new int[409 + 1];
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all =
          threads.invokeAll(
              IntStream.range(0, 60)
                  .<Callable<Integer>>mapToObj(i -> () -> pod("p" + i, "").code())
                  .toList());
      for (var one : all) {
        codes[one.get()]++;
      }
    }
    assertThat(codes[201]).isEqualTo(7);
    assertThat(codes[403]).isEqualTo(53);
    assertThat(used().path("pods").asText()).isEqualTo("7");
    assertThat(api.get(PODS).body().path("items")).hasSize(7);
  }

  @Test
  void is_shown_as_kubectl_shows_it() {
    limit("pods: '3', limits.cpu: '2'");
    pod("a", "limits: {cpu: 500m}");
    var table = api.table(QUOTAS).body();
    assertThat(table.at("/rows/0/cells/1").asText()).isEqualTo("pods: 1/3");
    assertThat(table.at("/rows/0/cells/2").asText()).isEqualTo("limits.cpu: 500m/2");
  }

  @Test
  void costs_other_namespaces_nothing() {
    limit("pods: '0'");
    api.post("/api/v1/namespaces", "{metadata: {name: other}}");
    var pods = "/api/v1/namespaces/other/pods";
    var before = api.ledger.revision();
    var made = api.post(pods, "{metadata: {name: a}, spec: {containers: [{name: c, image: i}]}}");
    assertThat(made.code()).isEqualTo(201);
    assertThat(made.resourceVersion()).isEqualTo(Long.toString(before + 1));
  }
}
