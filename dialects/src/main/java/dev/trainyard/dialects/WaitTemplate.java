package dev.trainyard.dialects;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.Container;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Init containers as an administrator writes them: a YAML list in which `{{.MasterAddr}}`,
/// `{{.InitContainerImage}}` and `{{.MaxTries}}` stand for what they say. Of the template language
/// that Kubeflow's operator reads, only these are understood.
public record WaitTemplate(String text) {

  private static final Pattern VARIABLE = Pattern.compile("\\{\\{-?\\s*(.*?)\\s*-?\\}\\}");
  private static final YAMLMapper YAML = new YAMLMapper();

  /// @throws IllegalArgumentException saying what is wrong with the text
  public WaitTemplate {
    containers(text, "master", "image", 1);
  }

  public List<Container> containers(String master, String image, int tries) {
    return containers(text, master, image, tries);
  }

  private static List<Container> containers(String text, String master, String image, int tries) {
    var values =
        Map.of(
            ".MasterAddr", master,
            ".InitContainerImage", image,
            ".MaxTries", Integer.toString(tries));
    var filled = VARIABLE.matcher(text).replaceAll(found -> value(values, found.group(1)));
    try {
      return List.copyOf(YAML.readValue(filled, new TypeReference<List<Container>>() {}));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "an init container template must be a YAML list of containers: " + e.getOriginalMessage(),
          e);
    }
  }

  private static String value(Map<String, String> values, String variable) {
    var value = values.get(variable);
    if (value == null) {
      throw new IllegalArgumentException(
          "{{%s}} is none of {{.MasterAddr}}, {{.InitContainerImage}} and {{.MaxTries}}"
              .formatted(variable));
    }
    return Matcher.quoteReplacement(value);
  }
}
