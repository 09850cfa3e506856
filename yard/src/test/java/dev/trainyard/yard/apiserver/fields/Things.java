package dev.trainyard.yard.apiserver.fields;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;

/// Things of a small kind with one field of every sort.
final class Things {

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  static final FieldType TYPE =
      FieldTypes.custom(
          yaml(
              """
              type: object
              properties:
                spec:
                  type: object
                  properties:
                    replicas: {type: integer}
                    image: {type: string}
                    paused: {type: boolean}
                    size: {x-kubernetes-int-or-string: true}
                    labels: {type: object, additionalProperties: {type: string}}
                    selector:
                      type: object
                      x-kubernetes-map-type: atomic
                      additionalProperties: {type: string}
                    args: {type: array, items: {type: string}}
                    tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                    ports:
                      type: array
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [port, protocol]
                      items:
                        type: object
                        properties:
                          port: {type: integer}
                          protocol: {type: string, default: TCP}
                          name: {type: string}
                          hosts: {type: object, additionalProperties: {type: string}}
                    free: {type: object, x-kubernetes-preserve-unknown-fields: true}
                status:
                  type: object
                  properties:
                    phase: {type: string}
              """),
          FieldTypes.builtIn(
              yaml(
                  """
                  type: object
                  properties:
                    name: {type: string}
                    uid: {type: string}
                    labels: {type: object, additionalProperties: {type: string}}
                    finalizers: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                  """),
              _ -> new FieldType.Anything()));

  static ObjectNode json(String text) {
    return yaml(text);
  }

  static ObjectNode yaml(String text) {
    try {
      return (ObjectNode) YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /// An object with this spec, in YAML's short form.
  static ObjectNode spec(String fields) {
    return yaml(
        "{apiVersion: example.com/v1, kind: Thing, metadata: {name: a}, spec: %s}"
            .formatted(fields));
  }

  private Things() {}
}
