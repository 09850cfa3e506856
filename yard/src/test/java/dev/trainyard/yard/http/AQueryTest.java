package dev.trainyard.yard.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AQueryTest {

  @ParameterizedTest
  @ValueSource(strings = {"true", "True", "TRUE", "t", "1", "yes", ""})
  void takes_for_true_what_kubernetes_takes_for_true(String value) {
    assertThat(new Query("watch=" + value).flag("watch")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"watch=0", "watch=false", "watch=False", "", "other=true"})
  void takes_for_false_only_what_says_so(String query) {
    assertThat(new Query(query).flag("watch")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ten", "1.5", "99999999999999999999"})
  void refuses_a_number_that_is_none(String value) {
    var query = new Query("limit=" + value);

    assertThatThrownBy(() -> query.number("limit"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("parsing \"%s\"".formatted(value));
    assertThat(query.number("timeoutSeconds")).isEmpty();
  }
}
