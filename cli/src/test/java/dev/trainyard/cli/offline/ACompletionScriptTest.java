package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ACompletionScriptTest {

  @TempDir private Path directory = Path.of("");

  @Test
  void completes_commands_and_options_in_bash() throws IOException, InterruptedException {
    var script = Desk.in(directory).run("completion", "bash");
    assertThat(script.status()).isZero();
    Files.writeString(directory.resolve("completion.sh"), script.out());

    assertThat(completed("trainyard", "hist")).containsExactly("history");
    assertThat(completed("trainyard", "scale", "--repl")).containsExactly("--replicas");
    assertThat(completed("trainyard", "get", "-o", "ya")).containsExactly("yaml");
  }

  /// What bash would offer for the last word.
  private String[] completed(String... words) throws IOException, InterruptedException {
    var line = String.join(" ", words);
    var program =
        "source completion.sh; COMP_WORDS=(%s); COMP_CWORD=%d; COMP_LINE='%s'; COMP_POINT=%d;"
                .formatted(line, words.length - 1, line, line.length())
            + " COMP_TYPE=9; COMP_KEY=9; _complete_trainyard; echo \"${COMPREPLY[*]}\"";
    var bash =
        new ProcessBuilder("bash", "-c", program)
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    var said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    bash.waitFor();
    return said.split(" ", -1);
  }

  @Test
  void is_enabled_in_zsh_by_what_zsh_has_for_bash_scripts() {
    var script = Desk.in(directory).run("completion", "zsh");

    assertThat(script.status()).isZero();
    assertThat(script.out()).startsWith("autoload -U +X compinit").contains("bashcompinit");
  }

  @Test
  void tells_fish_every_command_its_options_and_their_words() {
    var script = Desk.in(directory).run("completion", "fish");

    assertThat(script.status()).isZero();
    assertThat(script.lines())
        .anyMatch(
            line ->
                line.startsWith(
                    "complete -c trainyard -f -n __fish_use_subcommand -a pause -d 'Stops jobs"))
        .anyMatch(
            line ->
                line.startsWith(
                    "complete -c trainyard -n '__fish_seen_subcommand_from get' -s o -l output -x"
                        + " -a 'json yaml wide name'"))
        .anyMatch(
            line ->
                line.equals(
                    "complete -c trainyard -f -n '__fish_seen_subcommand_from completion' -a 'bash"
                        + " zsh fish'"));
  }

  @Test
  void for_another_shell_is_refused_with_those_there_are() {
    var refused = Desk.in(directory).run("completion", "tcsh");

    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("bash", "zsh", "fish");
  }
}
