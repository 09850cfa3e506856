package dev.trainyard.yard.node;

import dev.trainyard.yard.node.supervisor.DurableFile;
import dev.trainyard.yard.node.supervisor.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the node itself notes about a run, beside what the supervisor writes, so that the next node
/// knows it too.
///
/// ```
/// greeted    its postStart hook is through
/// condemned  why the node ended it
/// ```
record RunMarks(RunFiles files) {

  boolean greeted() {
    return Files.exists(greetedFile());
  }

  void greet() throws IOException {
    DurableFile.write(greetedFile(), "");
  }

  boolean condemned() {
    return Files.exists(condemnedFile());
  }

  void condemn(String why) throws IOException {
    DurableFile.write(condemnedFile(), why);
  }

  private Path greetedFile() {
    return files.directory().resolve("greeted");
  }

  private Path condemnedFile() {
    return files.directory().resolve("condemned");
  }
}
