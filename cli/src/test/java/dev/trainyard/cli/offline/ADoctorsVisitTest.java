package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ADoctorsVisitTest {

  @TempDir private Path directory = Path.of("");

  @Test
  void says_what_is_missing_and_how_to_get_it() {
    var outcome = visit(Map.of());

    assertThat(outcome.lines())
        .contains(
            "ok    home      " + directory.resolve("home"),
            "ok    yard      not running; trainyard up starts one",
            "warn  python3   not found; fix: install Python 3 to run training scripts on this"
                + " machine",
            "warn  torch     needs python3; fix: python3 -m pip install torch",
            "warn  torchrun  not found; fix: install torch, and put the directory of its programs"
                + " on PATH");
    assertThat(outcome.lines().getFirst()).startsWith("ok    Java      25");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void asks_the_programs_that_are_there() throws IOException {
    program("python3", "if [ \"$1\" = --version ]; then echo Python 3.12.1; else echo 2.5.0; fi");
    program("torchrun", "exit 0");
    program("kubectl", "echo Client Version: v1.33.0; echo Kustomize Version: v5");

    assertThat(visit(Map.of()).lines())
        .contains(
            "ok    python3   Python 3.12.1",
            "ok    torch     2.5.0",
            "ok    torchrun  " + directory.resolve("bin/torchrun"),
            "ok    kubectl   Client Version: v1.33.0");
  }

  @Test
  void tells_why_torch_cannot_be_imported() throws IOException {
    program(
        "python3",
        "if [ \"$1\" = --version ]; then echo Python 3.12.1; else echo Traceback >&2;"
            + " echo 'ImportError: libcudnn' >&2; exit 1; fi");

    assertThat(visit(Map.of()).lines())
        .contains(
            "warn  torch     ended with 1: ImportError: libcudnn; fix: python3 -m pip install"
                + " torch");
  }

  @Test
  void fails_when_the_home_cannot_be_written() throws IOException {
    Files.writeString(directory.resolve("file"), "in the way");

    var outcome = visit(Map.of("TRAINYARD_HOME", directory.resolve("file/home").toString()));

    assertThat(outcome.lines())
        .contains(
            "fail  home      "
                + directory.resolve("file/home")
                + " cannot be written; fix: set"
                + " TRAINYARD_HOME to a directory of yours");
    assertThat(outcome.status()).isEqualTo(1);
  }

  @Test
  void can_be_read_by_a_script() throws IOException {
    var outcome = desk(Map.of()).run("doctor", "-o", "json");

    var checks = new ObjectMapper().readTree(outcome.out()).path("checks");
    assertThat(checks).hasSize(13);
    assertThat(checks.at("/4/verdict").asText()).isEqualTo("warn");
    assertThat(checks.at("/4/subject").asText()).isEqualTo("python3");
    assertThat(checks.findValuesAsText("subject"))
        .contains("network", "volumes", "limits", "kubectl");
    assertThat(checks.at("/4/fix").asText()).startsWith("install Python 3");
  }

  private Desk.Outcome visit(Map<String, String> environment) {
    return desk(environment).run("doctor");
  }

  private Desk desk(Map<String, String> environment) {
    var all = new HashMap<>(environment);
    all.putIfAbsent("TRAINYARD_HOME", directory.resolve("home").toString());
    all.put("PATH", directory.resolve("bin").toString());
    return Desk.in(directory).with(all);
  }

  private void program(String name, String script) throws IOException {
    var file = Files.createDirectories(directory.resolve("bin")).resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }
}
