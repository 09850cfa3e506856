package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.TestApi.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ASecretTest {

  private static final String SECRETS = "/api/v1/namespaces/default/secrets";

  @AutoClose private final TestApi api = new TestApi();

  @Test
  void written_as_text_is_kept_as_data() {
    var secret = api.post(SECRETS, "{metadata: {name: a}, stringData: {key: value}}").body();

    assertThat(secret.path("data")).isEqualTo(yaml("{key: dmFsdWU=}"));
    assertThat(secret.has("stringData")).isFalse();
    assertThat(secret.path("type").asText()).isEqualTo("Opaque");
  }

  @Test
  void that_is_refused_is_not_repeated_to_anyone() {
    var answer = api.post(SECRETS, "{metadata: {name: a}, data: {key: 'hunter2!'}}");

    assertThat(answer.code()).isEqualTo(400);
    assertThat(answer.response().body())
        .contains("illegal base64 data at input byte 7", "data.key")
        .doesNotContain("hunter2");
  }
}
