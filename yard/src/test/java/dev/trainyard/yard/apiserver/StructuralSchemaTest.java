package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.TestApi.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StructuralSchemaTest {

  record Row(String schema, String value, List<String> violations) {
    @Override
    public String toString() {
      return value + " against " + schema;
    }
  }

  static Stream<Row> rows() {
    return Stream.of(
        row("{type: integer}", "3"),
        row("{type: integer}", "3.0"),
        row(
            "{type: integer}",
            "3.5",
            "f: Invalid value: \"number\": f in body must be of type integer: \"number\""),
        row(
            "{type: integer}",
            "1.0e+400",
            "f: Invalid value: \"number\": f in body must be of type integer: \"number\""),
        row(
            "{type: number, minimum: 1}",
            "1.0e+400",
            "f: Invalid value: \"number\": f in body must be of type number: \"number\""),
        row(
            "{type: integer}",
            "three",
            "f: Invalid value: \"string\": f in body must be of type integer: \"string\""),
        row(
            "{type: string}",
            "null",
            "f: Invalid value: \"null\": f in body must be of type string: \"null\""),
        row("{type: string, nullable: true}", "null"),
        row("{x-kubernetes-int-or-string: true}", "80"),
        row("{x-kubernetes-int-or-string: true}", "http"),
        row(
            "{x-kubernetes-int-or-string: true}",
            "true",
            "f: Invalid value: \"boolean\": f in body must be of type integer,string: \"boolean\""),
        row(
            "{type: integer, minimum: 1, maximum: 3}",
            "0",
            "f: Invalid value: 0: f in body should be greater than or equal to 1"),
        row(
            "{type: integer, minimum: 1, maximum: 3}",
            "4",
            "f: Invalid value: 4: f in body should be less than or equal to 3"),
        row(
            "{type: number, minimum: 1, exclusiveMinimum: true}",
            "1",
            "f: Invalid value: 1: f in body should be greater than 1"),
        row(
            "{type: integer, multipleOf: 2}",
            "3",
            "f: Invalid value: 3: f in body should be a multiple of 2"),
        row(
            "{type: integer, format: int32}",
            "3000000000",
            "f: Invalid value: 3000000000: f in body must fit into int32"),
        row(
            "{type: string, enum: [a, b]}",
            "c",
            "f: Unsupported value: \"c\": supported values: \"a\", \"b\""),
        row(
            "{type: string, pattern: '^a+$'}",
            "ab",
            "f: Invalid value: \"ab\": f in body should match '^a+$'"),
        row(
            "{type: string, minLength: 3}",
            "ab",
            "f: Invalid value: \"ab\": f in body should be at least 3 chars long"),
        row("{type: string, maxLength: 1}", "ab", "f: Too long: may not be more than 1 bytes"),
        row("{type: string, format: date-time}", "'2026-01-02T03:04:05Z'"),
        row(
            "{type: string, format: date-time}",
            "noon",
            "f: Invalid value: \"noon\": f in body must be of type date-time: \"noon\""),
        row(
            "{type: array, minItems: 1, items: {type: string}}",
            "[]",
            "f: Invalid value: 0: f in body should have at least 1 items"),
        row(
            "{type: array, maxItems: 1, items: {type: string}}",
            "[a, 1]",
            "f: Too many: 2: must have at most 1 items",
            "f[1]: Invalid value: \"integer\": f[1] in body must be of type string: \"integer\""),
        row(
            "{type: array, x-kubernetes-list-type: set, items: {type: string}}",
            "[a, b, a]",
            "f[2]: Duplicate value: \"a\""),
        row(
            "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items:"
                + " {type: object, properties: {name: {type: string}}}}",
            "[{name: a}, {name: a}]",
            "f[1]: Duplicate value: {\"name\":\"a\"}"),
        row(
            "{type: object, required: [a, b], properties: {a: {type: string}}}",
            "{a: 1}",
            "f.b: Required value",
            "f.a: Invalid value: \"integer\": f.a in body must be of type string: \"integer\""),
        row(
            "{type: object, additionalProperties: {type: integer}}",
            "{x: 1, y: one}",
            "f.y: Invalid value: \"string\": f.y in body must be of type integer: \"string\""),
        row(
            "{anyOf: [{type: integer}, {type: string}]}",
            "true",
            "f: Invalid value: \"\": \"f\" must validate at least one schema (anyOf)"),
        row(
            "{type: object, oneOf: [{required: [a]}, {required: [b]}]}",
            "{}",
            "f: Invalid value: \"\": \"f\" must validate one and only one schema (oneOf). Found"
                + " none valid"));
  }

  private static Row row(String schema, String value, String... violations) {
    return new Row(schema, value, List.of(violations));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void says_what_kubernetes_would_say(Row row) {
    var schema =
        StructuralSchema.of(yaml("{type: object, properties: {f: %s}}".formatted(row.schema())));

    assertThat(schema.validate(yaml("{f: %s}".formatted(row.value()))))
        .extracting(Violation::toString)
        .containsExactlyElementsOf(row.violations());
  }

  private static final StructuralSchema JOB =
      StructuralSchema.of(
          yaml(
              """
              type: object
              properties:
                spec:
                  type: object
                  properties:
                    replicas: {type: integer, default: 1}
                    policy:
                      type: object
                      default: {}
                      properties:
                        clean: {type: string, default: None}
                        since: {type: string, nullable: true, default: now}
                    roles:
                      type: object
                      additionalProperties:
                        type: object
                        properties:
                          size: {type: integer, default: 2}
                    list:
                      type: array
                      items:
                        type: object
                        properties:
                          name: {type: string}
                    free: {type: object, x-kubernetes-preserve-unknown-fields: true}
                    template: {type: object, x-kubernetes-embedded-resource: true}
              """));

  @Test
  void fills_defaults_from_the_outside_in() {
    var filled =
        JOB.withDefaults(
            yaml("{spec: {replicas: null, roles: {worker: {}}, policy: {since: null}}}"));

    assertThat(filled)
        .isEqualTo(
            yaml(
                "{spec: {roles: {worker: {size: 2}}, policy: {since: null, clean: None}, replicas:"
                    + " 1}}"));
    assertThat(JOB.withDefaults(yaml("{spec: {}}")))
        .isEqualTo(yaml("{spec: {replicas: 1, policy: {clean: None, since: now}}}"));
  }

  @Test
  void drops_what_it_does_not_know_and_says_what_that_was() {
    var object =
        yaml(
            """
            apiVersion: v1
            kind: Job
            metadata: {name: a, anything: goes}
            extra: 1
            spec:
              replica: 1
              roles: {worker: {sizes: 2}}
              list: [{name: a}, {nam: b}]
              free: {x: {y: 1}}
              template: {apiVersion: v1, kind: X, metadata: {}, spec: {}}
            """);

    assertThat(JOB.unknownFields(object))
        .containsExactly(
            "extra",
            "spec.replica",
            "spec.roles.worker.sizes",
            "spec.list[1].nam",
            "spec.template.spec");
    assertThat(JOB.pruned(object))
        .isEqualTo(
            yaml(
                """
                apiVersion: v1
                kind: Job
                metadata: {name: a, anything: goes}
                spec:
                  roles: {worker: {}}
                  list: [{name: a}, {}]
                  free: {x: {y: 1}}
                  template: {apiVersion: v1, kind: X, metadata: {}}
                """));
  }

  @Test
  void knows_the_fields_below_a_path() {
    assertThat(JOB.fieldsAt("spec.policy")).containsExactly("clean", "since");
    assertThat(JOB.fieldsAt("spec.roles.worker")).containsExactly("size");
    assertThat(JOB.fieldsAt("spec.list[3]")).containsExactly("name");
    assertThat(JOB.fieldsAt("")).containsExactly("spec");
    assertThat(JOB.schemaAt("spec.nothing")).isEmpty();
  }
}
