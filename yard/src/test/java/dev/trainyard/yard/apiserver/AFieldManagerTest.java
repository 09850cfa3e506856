package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AFieldManagerTest {

  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String SECRETS = "/api/v1/namespaces/default/secrets";

  private final TestApi api = new TestApi();

  @AfterEach
  void close() {
    api.close();
  }

  private TestApi.Answer apply(String path, String yaml) {
    return api.send("PATCH", path, "application/apply-patch+yaml", yaml);
  }

  private TestApi.Answer createAs(String agent, String query) {
    return api.send(
        api.request(CONFIG_MAPS + query)
            .header("User-Agent", agent)
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    "{\"metadata\": {\"generateName\": \"a-\"}, \"data\": {\"k\": \"v\"}}")));
  }

  private static String manager(TestApi.Answer answer) {
    return answer.body().at("/metadata/managedFields/0/manager").asText();
  }

  @Test
  void is_called_by_the_name_of_its_program_unless_it_says_otherwise() {
    assertThat(manager(createAs("kubectl/v1.36.0 (linux/amd64)", ""))).isEqualTo("kubectl");
    assertThat(manager(createAs("curl", "?fieldManager=me"))).isEqualTo("me");
  }

  @Test
  void has_a_name_of_modest_length_that_can_be_read() {
    var answer = createAs("curl", "?fieldManager=" + "x".repeat(129));

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.message())
        .isEqualTo(
            "CreateOptions.meta.k8s.io \"\" is invalid: fieldManager: Too long: may not be more"
                + " than 128 bytes");
    assertThat(createAs("curl", "?fieldManager=a%07b").message())
        .contains("invalid character U+0007 (at position 1)");
  }

  @Test
  void may_force_nothing_but_what_it_applies() {
    api.post(CONFIG_MAPS, "{metadata: {name: a}}");

    assertThat(api.merge(CONFIG_MAPS + "/a?force=true", "{data: {k: v}}").message())
        .endsWith("force: Forbidden: may not be specified for non-apply patch");
  }

  @Test
  void does_not_hear_what_stands_in_a_secret() {
    var answer =
        apply(
            SECRETS + "/s?fieldManager=me",
            "{apiVersion: v1, kind: Secret, metadata: {name: s}, data: {key: 123456789}}");

    assertThat(answer.code()).isEqualTo(500);
    assertThat(answer.message()).contains(".data.key: expected string").doesNotContain("123456789");
  }

  @Test
  void is_told_where_its_yaml_ends() {
    var answer = apply(CONFIG_MAPS + "/a?fieldManager=me", "{apiVersion: v1");

    assertThat(answer.code()).isEqualTo(400);
    assertThat(answer.message()).startsWith("error decoding YAML: ");
  }

  @Test
  void is_not_on_record_for_what_the_yard_itself_does() {
    assertThat(api.get("/api/v1/namespaces/default").body().at("/metadata/managedFields"))
        .isEmpty();
  }
}
