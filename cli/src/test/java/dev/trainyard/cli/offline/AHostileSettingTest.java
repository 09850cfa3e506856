package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.trainyard.cli.manifests.Layers;
import dev.trainyard.cli.manifests.Trees;
import dev.trainyard.dialects.generator.Chart;
import dev.trainyard.dialects.generator.Generated;
import dev.trainyard.dialects.generator.Generator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.yaml.snakeyaml.Yaml;

/// Nothing that anybody writes into a setting leaves its place: not in the YAML, and not in the
/// shell.
class AHostileSettingTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HARMLESS = "harmless";
  private static final int RANDOM_TEXTS = 100;

  /// Every place for free text, with `@` where the text goes.
  static final List<String> PLACES =
      List.of(
          "containerImage: @",
          "imagePullSecrets: [{name: @}]",
          "environmentVariables: [{name: @, value: v}]",
          "environmentVariables: [{name: A, value: @}]",
          "environmentVariables: [{name: A, secret: {name: @, key: k}}]",
          "environmentVariables: [{name: A, secret: {name: s, key: @}}]",
          "environmentVariables: [{name: A, configmap: {name: @, key: @}}]",
          "envFrom: [{prefix: @, configMapRef: {name: @}}]",
          "volumes: [{name: @, claimName: c, mountPath: /m}]",
          "volumes: [{name: v, claimName: @, mountPath: /m}]",
          "volumes: [{name: v, claimName: c, mountPath: @}]",
          "roceGdrResName: @",
          "multiNicNetworkName: @",
          "mountNVMe: {storage: @, mountPath: @}",
          "initContainers: [{name: @, image: i, command: [c]}]",
          "initContainers: [{name: n, image: @, command: [c]}]",
          "initContainers: [{name: n, image: i, command: [sh, -c, @]}]",
          "autopilotHealthChecks: [a, @, b]",
          "hostIgnoreList: [a, @, b]",
          "sshGitCloneConfig: {secretName: s, configMapName: c, sshCmd: @}");

  static final List<String> HOSTILE =
      List.of(
          "a: b",
          "a # b",
          " a",
          "a ",
          "\ta",
          "\"",
          "'",
          "\\",
          "a\nb",
          "a\n",
          "\n",
          "\na",
          "a\n  b",
          "a\n\n\n",
          "a\r\nb",
          "a\rb",
          "a\u0085b",
          "a\u2028b\u2029c",
          "\ufeffa",
          "a\u0000b",
          "a\u001b[31mb",
          "\ud83d\ude80",
          "---",
          "--- a",
          "...",
          "- a",
          "? a",
          ": a",
          "a:",
          "|",
          ">-",
          "|+",
          "%YAML 1.1",
          "&a",
          "*a",
          "!!int 5",
          "!x",
          "@a",
          "`a`",
          "[a, b]",
          "{a: b}",
          "}",
          "]",
          ", b",
          "<<",
          "=",
          "~",
          "null",
          "true",
          "yes",
          "Off",
          "y",
          "5",
          "05",
          "0o5",
          "0x5",
          "1_000",
          "1e3",
          ".5",
          ".inf",
          ".NaN",
          "12:30",
          "12:30:45",
          "2024-06-01",
          "2024-06-01T12:00:00Z",
          "<no value>",
          "{{ .Values.jobName }}",
          "$(rm -rf /)",
          "`rm -rf /`",
          "; rm -rf /",
          "&& rm -rf /",
          "'; rm -rf /; '",
          "\"; rm -rf /; \"",
          "${IFS}",
          "a\" b: c\n  d: e",
          "x\nspec:\n  components: []");

  static final List<String> TEXTS = Stream.concat(HOSTILE.stream(), random()).toList();

  /// Mixtures of whatever means something to YAML or a shell.
  private static Stream<String> random() {
    var random = new SplittableRandom(7);
    var letters = " \t\n\r:#-?,[]{}&*!|>'\"%@`\\$();<~=.0a\u0085\u00a0\u2028\u0007\u00e9";
    var texts = new ArrayList<String>();
    for (int i = 0; i < RANDOM_TEXTS; i++) {
      var text = new StringBuilder();
      for (int length = 1 + random.nextInt(12); length > 0; length--) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      texts.add(text.toString());
    }
    return texts.stream();
  }

  @TempDir private Path directory = Path.of("");

  @ParameterizedTest
  @FieldSource("PLACES")
  void stays_in_its_place(String place) {
    var expected = made(settings(place, HARMLESS));
    for (var text : TEXTS) {
      var tree = made(settings(place, text));

      assertThat(replaced(tree, text)).as("%s with %s", place, escaped(text)).isEqualTo(expected);
    }
  }

  /// As seen by a reader of YAML 1.1, by one of 1.2, and by Kubernetes.
  @ParameterizedTest
  @FieldSource("PLACES")
  void is_read_back_as_it_was_written(String place) {
    for (var text : TEXTS) {
      written(made(settings(place, text)), text);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"setupCommands: [echo before, @, echo after]", "mainProgram: @"})
  void is_read_back_as_it_was_written_also_in_the_script(String place) {
    for (var text : TEXTS) {
      var tree = made(settings(place, text));
      written(tree, text);
      // All that differs is the script.
      assertThat(withoutScripts(tree)).isEqualTo(withoutScripts(made(settings(place, HARMLESS))));
    }
  }

  @Test
  void is_in_the_script_only_where_it_is_a_command() {
    var harmless = script(made(settings(PLACES.getFirst(), HARMLESS)));

    for (var place : PLACES) {
      for (var text : HOSTILE) {
        assertThat(script(made(settings(place, text)))).as(place).isEqualTo(harmless);
      }
    }
  }

  @Test
  void is_one_command_among_the_others() {
    for (var text : TEXTS) {
      var script = script(made(settings("setupCommands: [echo before, @, echo after]", text)));

      assertThat(script)
          .startsWith(script(made(settings("setupCommands: [echo before]", ""))))
          .endsWith("\necho after\n");
    }
  }

  /// Git gives the command to a shell, and that is what a shell makes of it here.
  @Test
  void is_one_word_to_the_shell_where_it_is_a_path() throws IOException, InterruptedException {
    for (var text : HOSTILE) {
      if (text.indexOf('\0') >= 0) {
        continue; // no process can be given this
      }
      var place =
          "sshGitCloneConfig: {secretName: s, configMapName: c, secretMountPath: @,"
              + " configMapMountPath: @}";
      var command = container(made(settings(place, text))).at("/env/0/value").textValue();

      assertThat(words(command))
          .as(escaped(text))
          .containsExactly(
              "ssh",
              "-i",
              text + "/id_rsa",
              "-o",
              "UserKnownHostsFile=%s/known_hosts".formatted(text),
              "-vv");
    }
  }

  private List<String> words(String command) throws IOException, InterruptedException {
    var shell =
        new ProcessBuilder(
                "sh", "-c", "for word in %s; do printf '%%s\\0' \"$word\"; done".formatted(command))
            .directory(directory.toFile())
            .redirectErrorStream(true);
    shell.environment().put("LC_ALL", "C.UTF-8");
    var process = shell.start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    var words = List.of(output.split("\0", -1));
    return words.subList(0, words.size() - 1);
  }

  @Test
  void is_shown_in_messages_without_what_a_terminal_would_obey() {
    var outcome =
        Desk.in(directory)
            .file("s.yaml", "jobName: \"a\\e[31m\\nb\"\ncontainerImage: i\n\"\\e[2J\": 1\n")
            .run("generate", "s.yaml");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).doesNotContain("\u001b");
    assertThat(outcome.err().lines()).hasSize(3);
  }

  private static ObjectNode settings(String place, String text) {
    var settings = JsonNodeFactory.instance.objectNode();
    settings.put("jobName", "job").put("containerImage", "image");
    var written = SettingsDesk.yaml(place.replace("@", "\"<>\""));
    settings.setAll((ObjectNode) filled(written, text));
    return settings;
  }

  private static JsonNode filled(JsonNode node, String text) {
    return mapped(node, value -> value.equals("<>") ? text : value);
  }

  /// The tree with this text, as value or key, made harmless.
  private static JsonNode replaced(JsonNode node, String text) {
    return mapped(node, value -> value.equals(text) ? HARMLESS : value);
  }

  private interface Change {
    String of(String text);
  }

  private static JsonNode mapped(JsonNode node, Change change) {
    return switch (node) {
      case ObjectNode object -> {
        var changed = JsonNodeFactory.instance.objectNode();
        object
            .properties()
            .forEach(
                field -> changed.set(change.of(field.getKey()), mapped(field.getValue(), change)));
        yield changed;
      }
      case ArrayNode list -> {
        var changed = JsonNodeFactory.instance.arrayNode();
        list.forEach(item -> changed.add(mapped(item, change)));
        yield changed;
      }
      case TextNode word -> TextNode.valueOf(change.of(word.textValue()));
      default -> node;
    };
  }

  private static ObjectNode made(ObjectNode settings) {
    return switch (Generator.generate(settings, Chart.NEWEST, Layers::list)) {
      case Generated.Made made -> made.wrapper();
      case Generated.Refused(var problems) -> throw new AssertionError("" + problems);
    };
  }

  private static void written(ObjectNode tree, String text) {
    var yaml = Trees.yaml(tree);
    var said = "%s in%n%s".formatted(escaped(text), yaml);
    Object read = new Yaml().load(yaml);
    assertThat(read).as(said).isEqualTo(plain(tree));
    if (yaml.contains("\\L") || yaml.contains("\\P")) {
      return; // escapes that YAML 1.2 has, and this reader of it has not
    }
    assertThat(new Load(LoadSettings.builder().build()).loadFromString(yaml))
        .as(said)
        .isEqualTo(plain(tree));
  }

  private static Object plain(JsonNode tree) {
    return JSON.convertValue(tree, Object.class);
  }

  private static JsonNode container(JsonNode tree) {
    return tree.at(
        "/spec/components/0/template/spec/pytorchReplicaSpecs/Master/template/spec/containers/0");
  }

  private static String script(JsonNode tree) {
    return container(tree).at("/command/2").textValue();
  }

  private static JsonNode withoutScripts(JsonNode tree) {
    var rest = tree.deepCopy();
    ((ObjectNode) container(rest)).remove("command");
    return rest;
  }

  private static String escaped(String text) {
    return TextNode.valueOf(text).toString();
  }
}
