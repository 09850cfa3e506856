package dev.trainyard.yard.apiserver.fields;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ATypeCheckTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {nodes: 1}                             | .spec.nodes: field not declared in schema
          {replicas: two}                        | .spec.replicas: expected numeric (int or float), got string
          {image: 5}                             | .spec.image: expected string, got &value.valueUnstructured{Value:5}
          {paused: maybe}                        | .spec.paused: expected boolean, got &{maybe}
          {labels: [a, b]}                       | .spec.labels: expected map, got &{[a b]}
          {args: {a: b}}                         | .spec.args: expected list, got &{map[a:b]}
          {args: [a, 5]}                         | .spec.args[1]: expected string, got &value.valueUnstructured{Value:5}
          {tags: [a, a]}                         | .spec.tags: duplicate entries for key [="a"]
          {tags: [{a: b}]}                       | .spec.tags: element 0: associative list without keys has an element that's a map type
          {ports: [{port: 1}, {port: 1}]}        | .spec.ports: duplicate entries for key [port=1,protocol="TCP"]
          {ports: [5]}                           | .spec.ports: element 0: associative list with keys may not have non-map elements
          {ports: [{port: 1, name: 5}]}          | .spec.ports[port=1,protocol="TCP"].name: expected string, got &value.valueUnstructured{Value:5}
          """)
  void names_the_field_and_what_is_wrong_with_it(String spec, String problem) {
    assertThat(TypeCheck.problems(Things.spec(spec), Things.TYPE)).containsExactly(problem);
  }

  @Test
  void finds_nothing_wrong_with_nulls_and_what_nobody_knows() {
    var object = Things.spec("{replicas: null, labels: null, size: 5, free: {a: [1, {b: c}]}}");

    assertThat(TypeCheck.problems(object, Things.TYPE)).isEmpty();
  }
}
