package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.TestApi.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.Key;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ADeepObjectTest {

  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String ANYTHINGS = "/apis/example.com/v1/namespaces/default/anythings";

  @AutoClose private final TestApi api = new TestApi();

  @BeforeEach
  void define_a_kind_that_holds_anything() {
    api.post(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        """
        metadata: {name: anythings.example.com}
        spec:
          group: example.com
          scope: Namespaced
          names: {plural: anythings, kind: Anything}
          versions:
          - name: v1
            served: true
            storage: true
            schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
        """);
  }

  @Test
  void is_refused_before_it_is_looked_at() {
    var deep = "{\"metadata\":{\"name\":\"a\"},\"data\":%s}".formatted(nested(998));

    var answer = api.send("POST", CONFIG_MAPS, "application/json", deep);

    assertThat(answer.code()).isEqualTo(400);
    assertThat(answer.reason()).isEqualTo("BadRequest");
    assertThat(api.get(CONFIG_MAPS).code()).isEqualTo(200);
  }

  @Test
  void of_the_greatest_depth_can_still_be_listed() {
    var deep =
        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Anything\",\"metadata\":{\"name\":\"a\"},\"data\":%s}"
            // What is noted about the owners of its fields is nested a little deeper.
            .formatted(nested(890));

    assertThat(api.send("POST", ANYTHINGS, "application/json", deep).code()).isEqualTo(201);

    var list = api.response(ANYTHINGS);
    assertThat(list.statusCode()).isEqualTo(200);
    assertThat(list.body()).contains("\"name\":\"a\"").endsWith("}");
  }

  @Test
  void from_an_older_store_does_not_hide_the_others() {
    api.post(CONFIG_MAPS, "{metadata: {name: plain}}");
    api.ledger.write(
        transaction -> {
          var map =
              yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: deep, namespace: default}}");
          ObjectNode place = map.putObject("data");
          for (int i = 0; i < 997; i++) {
            place = place.putObject("a");
          }
          return transaction.put(new Key("configmaps", "default", "deep"), map);
        });

    assertThat(api.response(CONFIG_MAPS).statusCode()).isEqualTo(200);
  }

  private static String nested(int levels) {
    return "{\"a\":".repeat(levels - 1) + "{}" + "}".repeat(levels - 1);
  }
}
