package dev.trainyard.yard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The real `kubectl`, looking at one yard.
record Kubectl(Path kubeconfig) {

  /// What it printed, errors included, and the code it ended with.
  record Result(int code, String text) {
    /// Lines with columns set apart by single spaces.
    List<String> rows() {
      return text.lines().map(line -> line.trim().replaceAll("\\s{2,}", " ")).toList();
    }
  }

  /// Runs it and expects success.
  Result run(String... arguments) {
    return runWith("", arguments);
  }

  Result runWith(String input, String... arguments) {
    var result = attempt(input, arguments);
    assertThat(result.code()).as(result.text()).isZero();
    return result;
  }

  Result attempt(String input, String... arguments) {
    var command = new ArrayList<>(List.of("kubectl", "--kubeconfig", kubeconfig.toString()));
    command.addAll(List.of(arguments));
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
      }
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Result(process.waitFor(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
