package dev.trainyard.operator.rights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Settings;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.operator.leader.Terms;
import dev.trainyard.operator.webhook.WebhookNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TheDocumentedRightsTest {

  private static final Path PAGE = Path.of("..", "docs", "operator.md");
  private static final Pattern ROW =
      Pattern.compile("\\| `([^`]+)` \\| (?:`([^`]+)` )?\\| ([a-z, ]+) \\|.*");

  @Test
  void are_those_of_the_operator() throws IOException {
    var page = Files.readString(PAGE);
    var section =
        page.substring(page.indexOf("## Rights"), page.indexOf("## `trainyard operator`"));
    var documented =
        section
            .lines()
            .map(ROW::matcher)
            .filter(row -> row.matches())
            .map(row -> line(row.group(1), Optional.ofNullable(row.group(2)), row.group(3)));

    var webhook =
        new WebhookNames(
            "home", WebhookNames.SERVICE, WebhookNames.SECRET, WebhookNames.CONFIGURATION);
    var settings = Settings.defaults(Settings.Place.CLUSTER);
    var rights =
        Rights.of(
                Kinds.under(settings),
                settings,
                true,
                Optional.of(Terms.LEASE),
                Optional.of(webhook))
            .stream()
            .map(right -> line(right.qualified(), right.name(), String.join(", ", right.verbs())))
            .toList();
    assertThat(documented).containsExactlyElementsOf(rights);
  }

  private static String line(String resource, Optional<String> name, String verbs) {
    return "%s %s: %s".formatted(resource, name.orElse("(any)"), verbs);
  }
}
