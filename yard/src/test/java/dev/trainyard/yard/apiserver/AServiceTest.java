package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.TestApi.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AServiceTest {

  private static final String SERVICES = "/api/v1/namespaces/default/services";

  @AutoClose private final TestApi api = new TestApi();

  @Test
  void without_an_address_stays_without_one() {
    var service =
        api.post(
            SERVICES,
            "{metadata: {name: a}, spec: {clusterIP: None, ports: [{port: 23456}], selector: {x:"
                + " y}}}");

    assertThat(service.body().path("spec"))
        .isEqualTo(
            yaml(
                """
                clusterIP: None
                ports: [{port: 23456, protocol: TCP, targetPort: 23456}]
                selector: {x: y}
                type: ClusterIP
                sessionAffinity: None
                """));
  }

  @Test
  void cannot_have_the_same_port_twice() {
    var answer =
        api.post(
            SERVICES,
            "{metadata: {name: a}, spec: {ports: [{name: x, port: 80}, {name: y, port: 80}]}}");

    assertThat(answer.message())
        .isEqualTo(
            "Service \"a\" is invalid: spec.ports[1]: Duplicate value:"
                + " {\"port\":80,\"protocol\":\"TCP\"}");
  }

  @Test
  void has_a_name_that_may_be_part_of_a_domain() {
    var answer = api.post(SERVICES, "{metadata: {name: a.b}, spec: {ports: [{port: 80}]}}");

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.message())
        .contains("metadata.name: Invalid value: \"a.b\": must not contain dots");
    assertThat(api.post(SERVICES, "{metadata: {name: 1a}, spec: {ports: [{port: 80}]}}").code())
        .isEqualTo(201);
  }
}
