package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AnUnreasonableRequestTest {

  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String OPERATIONS = "application/json-patch+json";
  private static final String LONG_NAME = "a.".repeat(5_000) + "a";

  @AutoClose private final TestApi api = new TestApi();

  @BeforeEach
  void somethingToChange() {
    assertThat(api.post(MAPS, "{metadata: {name: settings}, data: {a: b}}").code()).isEqualTo(201);
  }

  @Test
  void with_a_name_of_ten_thousand_characters_is_refused() {
    var answer = api.post(MAPS, "metadata: {name: %s}".formatted(LONG_NAME));

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.message()).contains("must be no more than 253 characters");
  }

  @Test
  void with_a_key_of_ten_thousand_characters_is_refused() {
    var body =
        "{\"metadata\": {\"name\": \"a\", \"labels\": {\"%s/b\": \"c\"}}}".formatted(LONG_NAME);

    var answer = api.send("POST", MAPS, "application/json", body);

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.message()).contains("prefix part must be no more than 253 characters");
  }

  @Test
  void that_copies_the_copies_of_its_copies_is_refused() {
    var copies = new ArrayList<String>();
    copies.add("{op: add, path: /metadata/labels, value: {}}");
    for (int i = 0; i < 24; i++) {
      copies.add("{op: copy, from: /metadata, path: /metadata/labels/x%d}".formatted(i));
    }
    var answer = api.send("PATCH", MAPS + "/settings", OPERATIONS, operations(copies));

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.reason()).isEqualTo("Invalid");
    assertThat(answer.message()).contains("exceeding the limit 3145728");
  }

  @Test
  void that_puts_something_ever_deeper_into_itself_is_refused() {
    var copies = new ArrayList<String>();
    var within = "/data";
    for (int i = 0; i < 12; i++) {
      copies.add("{op: copy, from: /data, path: %s/a}".formatted(within));
      within += "/a".repeat(1 << i);
    }
    var answer = api.send("PATCH", MAPS + "/settings", OPERATIONS, operations(copies));

    assertThat(answer.code()).isBetween(400, 422);
    assertThat(api.get(MAPS).code()).isEqualTo(200);
  }

  @Test
  void of_too_many_operations_is_refused() {
    var tests = Collections.nCopies(10_001, "{op: test, path: /data/a, value: b}");

    var answer = api.send("PATCH", MAPS + "/settings", OPERATIONS, operations(tests));

    assertThat(answer.code()).isEqualTo(413);
    assertThat(answer.reason()).isEqualTo("RequestEntityTooLarge");
    assertThat(answer.message())
        .isEqualTo(
            "Request entity too large: The allowed maximum operations in a JSON patch is 10000,"
                + " got 10001");
  }

  @Test
  void with_a_body_of_more_than_three_mebibytes_is_refused() {
    var answer = api.send("POST", MAPS, "application/json", " ".repeat(3 * 1024 * 1024 + 1));

    assertThat(answer.code()).isEqualTo(413);
    assertThat(answer.message()).isEqualTo("Request entity too large: limit is 3145728");
  }

  @Test
  void that_would_store_more_than_etcd_takes_is_refused() {
    var half = "x".repeat(800_000);
    var first = api.merge(MAPS + "/settings", "binaryData: {first: %s}".formatted(half));
    assertThat(first.code()).isEqualTo(200);

    var second = api.merge(MAPS + "/settings", "binaryData: {second: %s}".formatted(half));

    assertThat(second.code()).isEqualTo(413);
    assertThat(second.message()).isEqualTo("Request entity too large: limit is 1572864");
    assertThat(api.get(MAPS + "/settings").body().at("/binaryData").size()).isOne();
  }

  @Test
  void for_fields_called_like_nothing_but_blanks_is_refused() {
    var blanks = URLEncoder.encode(" ".repeat(15_000) + "a", StandardCharsets.UTF_8);

    assertThat(api.get(MAPS + "?fieldSelector=" + blanks).code()).isEqualTo(400);
  }

  @Test
  void that_no_pattern_could_judge_in_time_is_refused() {
    api.post(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        """
        metadata: {name: slows.example.com}
        spec:
          group: example.com
          scope: Namespaced
          names: {plural: slows, kind: Slow}
          versions:
          - name: v1
            served: true
            storage: true
            schema:
              openAPIV3Schema:
                type: object
                properties: {word: {type: string, pattern: '^(a+)+$'}}
        """);
    var slows = "/apis/example.com/v1/namespaces/default/slows";

    var refused =
        api.post(slows, "{kind: Slow, metadata: {name: a}, word: %s!}".formatted("a".repeat(60)));

    assertThat(refused.code()).isEqualTo(422);
    assertThat(refused.message()).contains("should match '^(a+)+$'");
    assertThat(api.post(slows, "{kind: Slow, metadata: {name: b}, word: aaa}").code())
        .isEqualTo(201);
  }

  private static String operations(Iterable<String> operations) {
    var list = TestApi.yaml("list: [%s]".formatted(String.join(", ", operations)));
    return list.get("list").toString();
  }
}
