package dev.trainyard.yard;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/// The Kubernetes whose API this is, which server and node tell alike. Clients read it to know what
/// they may ask for.
public final class KubernetesVersion {

  private static final String MAJOR = "1";
  private static final String MINOR = "36";

  public static final String GIT_VERSION = "v" + MAJOR + "." + MINOR + ".3+trainyard";

  /// As `/version` tells it. Clients that were generated from Kubernetes' documents refuse an
  /// answer that lacks any of the old fields.
  public static ObjectNode asTold() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("major", MAJOR)
        .put("minor", MINOR)
        .put("emulationMajor", MAJOR)
        .put("emulationMinor", MINOR)
        .put("minCompatibilityMajor", MAJOR)
        .put("minCompatibilityMinor", "35")
        .put("gitVersion", GIT_VERSION)
        .put("gitCommit", "")
        .put("gitTreeState", "clean")
        // What a build of Kubernetes tells that nobody has stamped.
        .put("buildDate", "1970-01-01T00:00:00Z")
        .put("goVersion", "java" + Runtime.version().feature())
        .put("compiler", "javac")
        .put("platform", platform());
  }

  /// In Go's words.
  private static String platform() {
    var architecture = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return "linux/"
        + switch (architecture) {
          case "x86_64" -> "amd64";
          case "aarch64" -> "arm64";
          default -> architecture;
        };
  }

  private KubernetesVersion() {}
}
