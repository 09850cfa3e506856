package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AKindThatIsOnlyKeptTest {

  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
  private static final String SERVICES = "/api/v1/namespaces/default/services";

  @AutoClose private final TestApi api = new TestApi();

  private static List<String> warnings(TestApi.Answer answer) {
    return answer.response().headers().allValues("Warning");
  }

  @Test
  void says_so_to_whoever_writes_one() {
    var made =
        api.post(
            DEPLOYMENTS,
            """
            metadata: {name: d}
            spec:
              selector: {matchLabels: {app: d}}
              template:
                metadata: {labels: {app: d}}
                spec: {containers: [{name: c, image: i}]}
            """);
    var warning =
        "299 - \"no controller of Deployments runs in a yard, so it gets no pods; write a Job or a"
            + " Pod\"";
    assertThat(made.code()).isEqualTo(201);
    assertThat(warnings(made)).containsExactly(warning);
    assertThat(warnings(api.merge(DEPLOYMENTS + "/d", "{spec: {replicas: 2}}")))
        .containsExactly(warning);
    assertThat(warnings(api.get(DEPLOYMENTS + "/d"))).isEmpty();
  }

  @Test
  void is_a_service_that_asks_for_a_port_of_the_machine() {
    var ports = "ports: [{port: 80}]";
    assertThat(
            warnings(
                api.post(
                    SERVICES,
                    "{metadata: {name: a}, spec: {type: NodePort, %s}}".formatted(ports))))
        .containsExactly(
            "299 - \"NodePort Services have no port on this machine: pods reach them by name, you"
                + " by `kubectl port-forward`\"");
    assertThat(warnings(api.post(SERVICES, "{metadata: {name: b}, spec: {%s}}".formatted(ports))))
        .isEmpty();
  }
}
