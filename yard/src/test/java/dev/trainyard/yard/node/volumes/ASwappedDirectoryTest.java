package dev.trainyard.yard.node.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ASwappedDirectoryTest {

  @TempDir Path directory;

  @Test
  void shows_each_file_under_its_name_with_its_mode() throws Exception {
    show(Map.of("lr", Content.of("0.1", 0644), "keys/id", Content.of("k", 0400)));

    assertThat(directory.resolve("lr")).hasContent("0.1");
    assertThat(directory.resolve("keys/id")).hasContent("k");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(directory.resolve("keys/id"))))
        .isEqualTo("r--------");
  }

  @Test
  void changes_all_its_files_by_one_rename() throws Exception {
    show(Map.of("a", Content.of("1", 0644), "b", Content.of("1", 0644)));
    var before = Files.readSymbolicLink(directory.resolve("..data"));
    var link = Files.readAttributes(directory.resolve("a"), "fileKey", LinkOption.NOFOLLOW_LINKS);

    show(Map.of("a", Content.of("2", 0644), "c", Content.of("2", 0644)));

    assertThat(Files.readSymbolicLink(directory.resolve("..data"))).isNotEqualTo(before);
    assertThat(Files.readAttributes(directory.resolve("a"), "fileKey", LinkOption.NOFOLLOW_LINKS))
        .isEqualTo(link);
    assertThat(directory.resolve("a")).hasContent("2");
    assertThat(names()).containsExactlyInAnyOrder("a", "c", "..data", after());
  }

  @Test
  void is_left_alone_when_nothing_changed() throws Exception {
    show(Map.of("a", Content.of("1", 0644)));
    var before = Files.readSymbolicLink(directory.resolve("..data"));

    show(Map.of("a", Content.of("1", 0644)));

    assertThat(Files.readSymbolicLink(directory.resolve("..data"))).isEqualTo(before);
  }

  private void show(Map<String, Content> files) throws IOException {
    new SwappedDirectory(directory, new Ownership(Optional.empty(), false)).show(files);
  }

  private String after() throws IOException {
    return Files.readSymbolicLink(directory.resolve("..data")).toString();
  }

  private List<String> names() throws IOException {
    try (var entries = Files.list(directory)) {
      return entries.map(path -> path.getFileName().toString()).toList();
    }
  }
}
