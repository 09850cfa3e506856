package dev.trainyard.yard.node.supervisor;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How the yard starts programs of its own, each as a small JVM.
public final class SmallJvm {

  /// Chosen for a process that mostly waits: about 40 MB resident, half of it shared with every
  /// other one, and started in about 0.15 s.
  private static final List<String> SMALL =
      List.of(
          "-XX:+UseSerialGC",
          "-Xms2m",
          "-Xmx16m",
          "-Xss256k",
          "-XX:TieredStopAtLevel=1",
          "-XX:CICompilerCount=1",
          "-XX:ReservedCodeCacheSize=4m",
          "-XX:-UsePerfData",
          "-XX:+ExitOnOutOfMemoryError");

  /// Words encoded by this are read back as they were written. Java encodes by locale.
  public static final String LOCALE = "C.UTF-8";

  /// The argv that runs `main`, which may use nothing but our own classes and the JDK.
  public static List<String> command(Class<?> main, String... arguments) {
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(SMALL);
    words.addAll(List.of("-cp", classPath(main), main.getName()));
    words.addAll(List.of(arguments));
    return List.copyOf(words);
  }

  private static String classPath(Class<?> main) {
    try {
      return Path.of(main.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the place of our own classes is not a path", e);
    }
  }

  private SmallJvm() {}
}
