package dev.trainyard.cli.manifests;

import dev.trainyard.cli.Surroundings;
import dev.trainyard.dialects.Words;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds what FILE arguments name, and reads it as text.
final class Inputs {

  static final int MAX_BYTES = 16 * 1024 * 1024;

  private static final String STDIN = "-";
  private static final Set<String> ENDINGS = Set.of(".yaml", ".yml", ".json");

  private final Surroundings surroundings;
  private final List<String> names = new ArrayList<>();
  private final List<Source> sources = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();

  Inputs(Surroundings surroundings, List<String> files) {
    this.surroundings = surroundings;
    files.stream().distinct().forEach(this::open);
  }

  /// Everything that was looked at, readable or not.
  List<String> names() {
    return names;
  }

  List<Source> sources() {
    return sources;
  }

  List<Finding> findings() {
    return findings;
  }

  private void open(String file) {
    if (file.equals(STDIN)) {
      read("stdin", surroundings::in);
      return;
    }
    var path = surroundings.workingDirectory().resolve(file);
    if (Files.isDirectory(path)) {
      directory(file, path);
    } else {
      read(file, () -> Files.newInputStream(path));
    }
  }

  private void directory(String name, Path path) {
    try (var entries = Files.list(path)) {
      var manifests =
          entries
              .filter(entry -> !Files.isDirectory(entry))
              .map(entry -> entry.getFileName().toString())
              .filter(file -> ENDINGS.stream().anyMatch(file::endsWith))
              .sorted()
              .toList();
      if (manifests.isEmpty()) {
        names.add(name);
        refuse(name, "holds no .yaml, .yml or .json file; name the files or another directory");
      }
      var prefix = name.endsWith("/") ? name : name + "/";
      manifests.forEach(
          file -> read(prefix + file, () -> Files.newInputStream(path.resolve(file))));
    } catch (IOException failure) {
      names.add(name);
      refuse(name, "cannot be listed: %s".formatted(reason(failure)));
    }
  }

  private interface Opening {
    InputStream open() throws IOException;
  }

  private void read(String name, Opening opening) {
    names.add(name);
    try (var in = opening.open()) {
      var bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        refuse(
            name,
            "is larger than %d MiB, which no manifest is; name another file"
                .formatted(MAX_BYTES / (1024 * 1024)));
        return;
      }
      text(bytes)
          .ifPresentOrElse(
              text -> sources.add(new Source(name, text.lines().toList())),
              () -> refuse(name, "is not UTF-8 text; name a YAML or JSON file"));
    } catch (NoSuchFileException _) {
      refuse(name, "does not exist; " + suggestion(name));
    } catch (IOException failure) {
      refuse(name, "cannot be read: %s".formatted(reason(failure)));
    }
  }

  private static Optional<String> text(byte[] bytes) {
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return Optional.of(text.startsWith("\ufeff") ? text.substring(1) : text)
          .filter(decoded -> decoded.indexOf('\0') < 0);
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }

  private String suggestion(String name) {
    if (name.contains("://")) {
      return "addresses are not fetched, download it first";
    }
    var path = surroundings.workingDirectory().resolve(name);
    var parent = Optional.ofNullable(path.getParent()).orElse(path);
    try (var siblings = Files.list(parent)) {
      var names = siblings.map(sibling -> sibling.getFileName().toString()).sorted().toList();
      return Words.nearest(path.getFileName().toString(), names)
          .map("did you mean %s?"::formatted)
          .orElse("check the path");
    } catch (IOException _) {
      return "check the path";
    }
  }

  private static String reason(IOException failure) {
    return failure instanceof AccessDeniedException
        ? "permission denied"
        : Optional.ofNullable(failure.getMessage()).orElse("%s".formatted(failure));
  }

  private void refuse(String name, String message) {
    findings.add(Source.unread(name).finding(Mark.WHOLE_FILE, message));
  }
}
