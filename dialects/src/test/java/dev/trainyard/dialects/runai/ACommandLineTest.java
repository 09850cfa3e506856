package dev.trainyard.dialects.runai;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ACommandLineTest {

  static Stream<Arguments> lines() {
    return Stream.of(
        Arguments.of("python train.py --tag 'a b'", List.of("python", "train.py", "--tag", "a b")),
        Arguments.of("/bin/zsh -c 'a && b'", List.of("/bin/zsh", "-c", "a && b")),
        Arguments.of("--text \"Goodbye World\"", List.of("--text", "Goodbye World")),
        Arguments.of("  a\t b \n", List.of("a", "b")),
        Arguments.of("a\\ b", List.of("a b")),
        Arguments.of("'a\\'", List.of("a\\")),
        Arguments.of("\"a\\\"b\\\\c\\d\"", List.of("a\"b\\c\\d")),
        Arguments.of("a'b'\"c\"d", List.of("abcd")),
        Arguments.of("'' \"\"", List.of("", "")),
        Arguments.of("*.py $HOME `x` ~", List.of("*.py", "$HOME", "`x`", "~")),
        Arguments.of("", List.of()));
  }

  @ParameterizedTest
  @MethodSource("lines")
  void is_taken_apart_as_a_shell_does(String line, List<String> words) {
    assertThat(Tokens.of(line)).isEqualTo(new Tokens.Words(words));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'a", "a \"b", "\"a\\\"", "a\\", "it's"})
  void is_refused_where_something_is_left_open(String line) {
    assertThat(Tokens.of(line)).isInstanceOf(Tokens.Unbalanced.class);
  }

  @Test
  void names_variables_that_are_known_before_it_runs() {
    assertThat(
            Tokens.forContainer(
                "--base_url=/${RUNAI_PROJECT}/${RUNAI_JOB_NAME} ${JOB_NAME} '${JOB_UUID}'"
                    + " ${NODE_NAME}x ${RUNAI_NUM_OF_GPUS} ${HOME} $JOB_NAME"))
        .containsExactly(
            "--base_url=/$(RUNAI_PROJECT)/$(RUNAI_JOB_NAME)",
            "$(JOB_NAME)",
            "$(JOB_UUID)",
            "$(NODE_NAME)x",
            "$(RUNAI_NUM_OF_GPUS)",
            "${HOME}",
            "$JOB_NAME");
  }
}
