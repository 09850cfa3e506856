package dev.trainyard.dialects.appwrapper;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.appwrapper.AppWrappers.Reading;
import dev.trainyard.engine.wrapper.Wrapper;
import java.util.List;
import java.util.Optional;

/// Makes AppWrappers of which a test writes only the components.
final class Wrappers {

  static final AppWrappers APP_WRAPPERS = new AppWrappers(WrapperSettings.defaults());
  static final String PODS = "template: {spec: {containers: [{name: main, image: a}]}}";
  static final String TRAINING =
      """
      - template:
          apiVersion: kubeflow.org/v1
          kind: PyTorchJob
          metadata: {name: mnist}
          spec:
            pytorchReplicaSpecs:
              Master: {replicas: 1, %1$s}
              Worker: {replicas: 3, %1$s}
      """
          .formatted(PODS);

  /// Its components as a list in YAML.
  static AppWrapper around(String components) {
    return annotated("{}", components);
  }

  static AppWrapper annotated(String annotations, String components) {
    return wrapper(
        """
        metadata:
          name: mnist
          namespace: team-a
          uid: uid-0
          annotations: %s
        spec:
          components:
        %s
        """
            .formatted(annotations, components.indent(2)));
  }

  static AppWrapper wrapper(String yaml) {
    return switch (AppWrappers.CODEC.parse(yaml(yaml))) {
      case Parsed.Understood<AppWrapper>(var resource) -> resource;
      case Parsed.NotUnderstood<AppWrapper>(var problems) ->
          throw new AssertionError(problems + "\n" + yaml);
    };
  }

  static ObjectNode yaml(String text) {
    try {
      return (ObjectNode) new YAMLMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(text, e);
    }
  }

  static List<String> problems(AppWrapper resource) {
    return problems(resource, Surroundings.none());
  }

  static List<String> problems(AppWrapper resource, Surroundings surroundings) {
    return APP_WRAPPERS.validate(resource, Optional.empty(), surroundings).stream()
        .map(Problem::toString)
        .toList();
  }

  static Wrapper read(AppWrapper resource) {
    return switch (APP_WRAPPERS.read(resource)) {
      case Reading.Wrapped(var wrapper) -> wrapper;
      case Reading.NotOurs(var why) -> throw new AssertionError(why);
      case Reading.Refused(var problems) -> throw new AssertionError(problems.toString());
    };
  }

  private Wrappers() {}
}
