package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AJsonPatchTest {

  private static JsonNode patched(String object, String operations) {
    var list = TestApi.yaml("list: [%s]".formatted(operations)).get("list");
    return JsonPatch.apply(TestApi.yaml(object), list);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {a: 1}           | {op: add, path: /b, value: [2]}                 | {a: 1, b: [2]}
          {a: [1, 3]}      | {op: add, path: /a/1, value: 2}                 | {a: [1, 2, 3]}
          {a: [1]}         | {op: add, path: /a/-, value: 2}                 | {a: [1, 2]}
          {a: [1, 2]}      | {op: remove, path: /a/-1}                       | {a: [1]}
          {a: 1, b: 2}     | {op: remove, path: /b}                          | {a: 1}
          {a: 1}           | {op: replace, path: /a, value: {c: 2}}          | {a: {c: 2}}
          {a: {}}          | {op: replace, path: /a/b, value: 2}             | {a: {b: 2}}
          {a: {b: 1}}      | {op: move, from: /a/b, path: /c}                | {a: {}, c: 1}
          {a: {b: 1}}      | {op: copy, from: /a, path: /a/c}                | {a: {b: 1, c: {b: 1}}}
          {a/b: {'~c': 1}} | {op: replace, path: /a~1b/~0c, value: 2}        | {a/b: {'~c': 2}}
          {a: 1}           | '{op: test, path: /a, value: 1}, {op: test, path: /b, value: null}' | {a: 1}
          """)
  void does_what_its_operations_say(String object, String operations, String result) {
    assertThat(patched(object, operations)).isEqualTo(TestApi.yaml(result));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {op: add, path: /x/y, value: 1}           | add operation does not apply: doc is missing path: "/x/y": missing value
          {op: remove, path: /x}                    | remove operation does not apply: doc is missing path: "/x": missing value
          {op: copy, from: /x, path: /y}            | copy operation does not apply: doc is missing from path: "/x": missing value
          {op: move, from: /a, path: /a/b}          | move operation does not apply: /a/b lies within /a
          {op: test, path: /a, value: 2}            | testing value /a failed: test failed
          {op: add, path: /l/7, value: 1}           | Unable to access invalid index: 7: invalid index referenced
          {op: add, path: /l/x, value: 1}           | "x" is not an index of a list
          {op: remove}                              | operation missing path field: missing value
          {op: tset, path: /a}                      | Unexpected kind: tset
          """)
  void that_cannot_be_applied_says_why(String operation, String why) {
    assertThatThrownBy(() -> patched("{a: {b: 1}, l: []}", operation))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }

  @Test
  void changes_all_or_nothing() {
    var object = TestApi.yaml("{a: 1}");
    var operations =
        TestApi.yaml("list: [{op: add, path: /b, value: 2}, {op: remove, path: /c}]").get("list");

    assertThatThrownBy(() -> JsonPatch.apply(object, operations))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(object).isEqualTo(TestApi.yaml("{a: 1}"));
  }
}
