package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TheMetricsOfAYardTest {

  @Test
  void count_requests_by_what_they_asked_for_and_how_they_were_answered() {
    try (var api = new TestApi()) {
      var _ = api.get("/api/v1/namespaces/default/pods");
      var _ = api.get("/api/v1/namespaces/default/pods/nobody");
      var _ = api.get("/api/v1/namespaces/default/there-is-no-such-kind");

      var told = api.response("/metrics").body();

      assertThat(told)
          .contains(
              "apiserver_request_total{code=\"200\",group=\"\",resource=\"pods\",verb=\"list\"}"
                  + " 1.0",
              "apiserver_request_total{code=\"404\",group=\"\",resource=\"pods\",verb=\"get\"} 1.0",
              "apiserver_request_duration_seconds_count{group=\"\",resource=\"pods\",verb=\"list\"}"
                  + " 1")
          .doesNotContain("there-is-no-such-kind");
    }
  }
}
