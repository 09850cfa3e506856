import com.google.googlejavaformat.java.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Checks (`check`) or rewrites (`write`) every Java source of the repository in the one format.
public final class Format {

  public static void main(String[] args) throws IOException {
    var arguments = new ArrayList<String>();
    switch (args.length == 1 ? args[0] : "") {
      case "check" -> arguments.addAll(List.of("--dry-run", "--set-exit-if-changed"));
      case "write" -> arguments.add("--replace");
      default -> throw new IllegalArgumentException("usage: Format check|write");
    }
    try (var files = Files.walk(Path.of(""))) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.toString().contains("target/"))
          .map(Path::toString)
          .sorted()
          .forEach(arguments::add);
    }
    Main.main(arguments.toArray(String[]::new));
  }

  private Format() {}
}
