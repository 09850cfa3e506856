package dev.trainyard.yard.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/// Keeps SQLite's native library unpacked beside the data, so that no start unpacks it again.
final class NativeLibrary {

  private static final String PATH = "org.sqlite.lib.path";
  private static final String NAME = "org.sqlite.lib.name";

  /// Without a bundled library for this platform the driver's own search is left to it.
  static synchronized void prepare(Path directory) throws IOException {
    if (System.getProperty(PATH) != null) {
      return;
    }
    var name = LibraryLoaderUtil.getNativeLibName();
    var resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
    try (var bundled = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
      if (bundled == null) {
        return;
      }
      var folder = directory.resolve("sqlite-" + SQLiteJDBCLoader.getVersion());
      var library = folder.resolve(name);
      var bytes = bundled.readAllBytes();
      if (!Files.exists(library) || Files.size(library) != bytes.length) {
        Files.createDirectories(folder);
        var fresh = Files.createTempFile(folder, name, ".new");
        Files.write(fresh, bytes);
        Files.move(fresh, library, StandardCopyOption.ATOMIC_MOVE);
      }
      System.setProperty(NAME, name);
      System.setProperty(PATH, folder.toAbsolutePath().toString());
    }
  }

  private NativeLibrary() {}
}
