package dev.trainyard.dialects.tensorboard;

import dev.trainyard.api.tensorstack.TensorBoardSpec;
import dev.trainyard.api.tensorstack.TensorBoardSpec.Http;
import dev.trainyard.api.tensorstack.TensorBoardSpec.LogDir;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Where the logs lie, in whichever form that was written.
///
/// @param directories none of them inside another
/// @param secret that of the object store, where any of it is shown
record Sources(
    List<Directory> directories, Optional<String> secret, List<String> uris, List<String> urls) {

  static final Pattern VOLUME = Pattern.compile("t9k://pvc/(?<claim>[^/]+)(?:/(?<path>.*))?");
  static final Pattern STORE =
      Pattern.compile("t9k://minio/(?<secret>[^/]+)/(?<bucket>[^/]+)(?:/(?<path>.*))?");

  Sources {
    directories = List.copyOf(directories);
    uris = List.copyOf(uris);
    urls = List.copyOf(urls);
  }

  /// A directory of a volume; with an empty path all of it.
  record Directory(String claim, String path) {

    static Directory of(String claim, String path) {
      return new Directory(
          claim,
          Arrays.stream(path.split("/"))
              .filter(name -> !name.isEmpty() && !name.equals("."))
              .collect(Collectors.joining("/")));
    }

    /// `claim`, or `claim/path`
    String place() {
      return path.isEmpty() ? claim : claim + "/" + path;
    }

    private boolean inside(Directory other) {
      return !equals(other) && (place() + "/").startsWith(other.place() + "/");
    }
  }

  static Sources of(TensorBoardSpec spec) {
    var directories = new ArrayList<Directory>();
    var secrets = new ArrayList<String>();
    var uris = new ArrayList<String>();
    var logDir = Optional.ofNullable(spec.logDir());
    logDir.map(LogDir::pvc).stream()
        .flatMap(List::stream)
        .forEach(one -> directories(one, directories));
    logDir
        .map(LogDir::s3)
        .ifPresent(
            store -> {
              secrets.add(store.secretRef().name());
              uris.addAll(store.uri());
            });
    for (var fileset : filesets(spec)) {
      var volume = VOLUME.matcher(fileset);
      var store = STORE.matcher(fileset);
      if (volume.matches()) {
        directories.add(Directory.of(volume.group("claim"), orEmpty(volume.group("path"))));
      } else if (store.matches()) {
        secrets.add(store.group("secret"));
        uris.add("s3://%s/%s".formatted(store.group("bucket"), orEmpty(store.group("path"))));
      }
    }
    return new Sources(
        directories.stream()
            .distinct()
            .filter(one -> directories.stream().noneMatch(one::inside))
            .toList(),
        secrets.stream().findFirst(),
        uris.stream().distinct().toList(),
        logDir.map(LogDir::http).map(Http::url).stream().flatMap(List::stream).distinct().toList());
  }

  static List<String> filesets(TensorBoardSpec spec) {
    return Optional.ofNullable(spec.trainingLogFilesets()).orElse(List.of());
  }

  boolean none() {
    return !local() && uris.isEmpty();
  }

  /// Whether anything lies below the pod's own directory of logs.
  boolean local() {
    return !directories.isEmpty() || !urls.isEmpty();
  }

  /// Whether they have to be told apart in one option, in which `,` and `:` have a meaning.
  boolean mixed() {
    return uris.size() > 1 || (!uris.isEmpty() && local());
  }

  List<String> claims() {
    return directories.stream().map(Directory::claim).distinct().toList();
  }

  private static void directories(TensorBoardSpec.Pvc pvc, List<Directory> directories) {
    var paths = Optional.ofNullable(pvc.subPath()).filter(all -> !all.isEmpty());
    paths
        .map(List::stream)
        .orElseGet(() -> Stream.of(""))
        .map(path -> Directory.of(pvc.name(), path))
        .forEach(directories::add);
  }

  private static String orEmpty(String text) {
    return Optional.ofNullable(text).orElse("");
  }
}
