package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ALimitRangeTest {

  private static final String CORE = "/api/v1/namespaces/default/";
  private static final String PODS = CORE + "pods";

  @AutoClose private final TestApi api = new TestApi();

  private TestApi.Answer range(String item) {
    return api.post(
        CORE + "limitranges", "{metadata: {name: l}, spec: {limits: [{%s}]}}".formatted(item));
  }

  private TestApi.Answer pod(String resources) {
    return api.post(
        PODS,
        """
        metadata: {name: x}
        spec:
          initContainers: [{name: i, image: i, resources: {%s}}]
          containers: [{name: c, image: i, resources: {%s}}]
        """
            .formatted(resources, resources));
  }

  @Test
  void gives_containers_what_they_do_not_ask_for() {
    range("type: Container, default: {cpu: '1'}, defaultRequest: {cpu: 100m}, max: {memory: 1Gi}");
    var pod = pod("requests: {memory: 64Mi}").body();
    assertThat(pod.at("/spec/containers/0/resources"))
        .isEqualTo(
            TestApi.yaml("{requests: {memory: 64Mi, cpu: 100m}, limits: {cpu: '1', memory: 1Gi}}"));
    assertThat(pod.at("/spec/initContainers/0/resources"))
        .isEqualTo(pod.at("/spec/containers/0/resources"));
    assertThat(pod.at("/metadata/annotations/kubernetes.io~1limit-ranger").asText())
        .isEqualTo(
            "LimitRanger plugin set: cpu request for container c; cpu, memory limit for container"
                + " c; cpu request for init container i; cpu, memory limit for init container i");
    assertThat(pod.at("/status/qosClass").asText()).isEqualTo("Burstable");
  }

  @Test
  void says_itself_what_follows_from_it() {
    var item =
        range("type: Container, max: {cpu: '2'}, min: {memory: 1Mi}").body().at("/spec/limits/0");
    assertThat(item.path("default")).isEqualTo(TestApi.yaml("{cpu: '2'}"));
    assertThat(item.path("defaultRequest")).isEqualTo(TestApi.yaml("{cpu: '2', memory: 1Mi}"));
  }

  @ParameterizedTest(name = "{0} refuses {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "max: {memory: 1Gi} | limits: {memory: 2Gi}"
            + "| maximum memory usage per Container is 1Gi, but limit is 2Gi",
        "min: {memory: 1Gi} | requests: {memory: 512Mi}"
            + "| minimum memory usage per Container is 1Gi, but request is 512Mi",
        "maxLimitRequestRatio: {cpu: 2} | limits: {cpu: 3}, requests: {cpu: 1}"
            + "| cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000",
        "maxLimitRequestRatio: {cpu: 2} | limits: {memory: 1Gi}"
            + "| cpu max limit to request ratio per Container is 2, but no request is specified or"
            + " request is 0",
      })
  void refuses_containers_in_the_words_of_kubernetes(String rule, String resources, String why) {
    range("type: Container, " + rule);
    var refused = pod(resources);
    assertThat(refused.code()).isEqualTo(403);
    // Once for each container.
    assertThat(refused.message())
        .isEqualTo("pods \"x\" is forbidden: [%s, %s]".formatted(why, why));
  }

  @Test
  void adds_up_what_pods_ask_for() {
    range("type: Pod, max: {cpu: '1'}");
    assertThat(pod("").message())
        .isEqualTo(
            "pods \"x\" is forbidden: maximum cpu usage per Pod is 1.  No limit is specified");
    assertThat(pod("limits: {cpu: 1500m}").message())
        .isEqualTo("pods \"x\" is forbidden: maximum cpu usage per Pod is 1, but limit is 1500m");
    assertThat(pod("limits: {cpu: '1'}").code()).isEqualTo(201);
  }

  @Test
  void holds_for_claims_too() {
    range("type: PersistentVolumeClaim, min: {storage: 1Gi}, max: {storage: 2Gi}");
    var claim =
        api.post(
            CORE + "persistentvolumeclaims",
            """
            metadata: {name: c}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 3Gi}}}
            """);
    assertThat(claim.message())
        .isEqualTo(
            "persistentvolumeclaims \"c\" is forbidden: maximum storage usage per"
                + " PersistentVolumeClaim is 2Gi, but request is 3Gi");
  }

  @Test
  void leaves_pods_alone_that_are_there() {
    pod("limits: {cpu: '4'}");
    range("type: Container, max: {cpu: '1'}");
    assertThat(api.merge(PODS + "/x", "{metadata: {labels: {a: b}}}").code()).isEqualTo(200);
  }

  @Test
  void does_not_contradict_itself() {
    assertThat(range("type: Container, min: {cpu: '2'}, max: {cpu: '1'}").message())
        .contains(
            "spec.limits[0].min[cpu]: Invalid value: \"2\": min value 2 is greater than max value"
                + " 1");
    assertThat(range("type: PersistentVolumeClaim, max: {cpu: '1'}").message())
        .contains("either minimum or maximum storage value is required");
  }
}
