package dev.trainyard.yard;

import dev.trainyard.yard.apiserver.ApiServer;
import dev.trainyard.yard.apiserver.identity.SigningKey;
import dev.trainyard.yard.http.ServingCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The directory one yard lives in. Whoever opens it holds it until it is closed.
final class Home implements AutoCloseable {

  private static final int TOKEN_BYTES = 32;
  private static final String LOCK = "lock";
  private static final String ACCOUNTS_KEY = "service-accounts.key";
  private static final List<String> NAMES =
      Stream.concat(Stream.of("localhost"), ApiServer.NAMES.stream()).toList();
  private static final String UID = "unix:uid";

  private final Path directory;
  private final FileChannel lockFile;

  private Home(Path directory, FileChannel lockFile) {
    this.directory = directory;
    this.lockFile = lockFile;
  }

  /// Makes the directory where there is none, for its owner only, and locks it.
  static Home open(Path directory) {
    claim(directory);
    try {
      var lockFile =
          FileChannel.open(
              directory.resolve(LOCK),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      if (!locked(lockFile)) {
        lockFile.close();
        throw new YardException(
            ("Another yard%s uses %s: stop it with `trainyard down`, or choose another home with"
                    + " TRAINYARD_HOME.")
                .formatted(
                    Holder.of(directory)
                        .map(holder -> " (pid %d)".formatted(holder.pid()))
                        .orElse(""),
                    directory));
      }
      var home = new Home(directory, lockFile);
      home.write(Holder.FILE, Holder.self(directory).text());
      return home;
    } catch (IOException e) {
      throw new YardException(
          "The home %s cannot be used: %s".formatted(directory, e.getMessage()), e);
    }
  }

  private static boolean locked(FileChannel lockFile) throws IOException {
    try {
      @Nullable FileLock lock = lockFile.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // this very process holds it
    }
  }

  /// Makes a directory a home, or says in a `YardException` why it is not ours to take: what other
  /// programs or people keep there stays as it is, its rights included.
  static void claim(Path directory) {
    try {
      if (Files.exists(directory)) {
        requireOurs(directory);
      } else {
        Files.createDirectories(directory);
      }
      makePrivate(directory);
      if (!Files.exists(directory.resolve(LOCK))) {
        Files.createFile(directory.resolve(LOCK));
      }
    } catch (FileAlreadyExistsException _) {
      // Somebody else was faster; the lock decides.
    } catch (IOException e) {
      throw new YardException(
          "The home %s cannot be used: %s".formatted(directory, e.getMessage()), e);
    }
  }

  private static void requireOurs(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new YardException(
          "%s is no directory: choose another home with TRAINYARD_HOME.".formatted(directory));
    }
    var self = Path.of("/proc/self");
    if (!Files.getAttribute(directory, UID).equals(Files.getAttribute(self, UID))) {
      throw new YardException(
          "%s belongs to %s: choose a directory of your own with TRAINYARD_HOME."
              .formatted(directory, Files.getOwner(directory)));
    }
    if (Stream.of(LOCK, "token").map(directory::resolve).anyMatch(Files::exists)) {
      return;
    }
    try (var others = Files.list(directory)) {
      if (others.findAny().isPresent()) {
        throw new YardException(
            "%s is not empty and no yard has lived there: choose a new directory with TRAINYARD_HOME."
                .formatted(directory));
      }
    }
  }

  private static void makePrivate(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
  }

  /// A directory inside, as private as the home itself.
  Path directory(String name) {
    try {
      makePrivate(directory.resolve(name));
      return directory.resolve(name);
    } catch (IOException e) {
      throw new YardException(
          "%s cannot be used: %s".formatted(directory.resolve(name), e.getMessage()), e);
    }
  }

  /// The token stays the same for the life of the home.
  String token() {
    return read("token")
        .orElseGet(
            () -> {
              var bytes = new byte[TOKEN_BYTES];
              new SecureRandom().nextBytes(bytes);
              var token = HexFormat.of().formatHex(bytes);
              write("token", token);
              return token;
            });
  }

  /// So does the certificate, so that a kubeconfig that was copied keeps working.
  ServingCertificate certificate(Instant now) {
    var certificate = read("tls.crt");
    var key = read("tls.key");
    if (certificate.isPresent() && key.isPresent()) {
      try {
        return ServingCertificate.read(certificate.get(), key.get());
      } catch (IOException e) {
        throw new YardException(
            "%s cannot be read: %s; remove it and tls.key, and the yard makes new ones."
                .formatted(directory.resolve("tls.crt"), e.getMessage()),
            e);
      }
    }
    var made =
        ServingCertificate.make(
            "trainyard",
            NAMES,
            List.of(InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("::1")),
            now);
    write("tls.key", made.keyPem());
    write("tls.crt", made.certificatePem());
    return made;
  }

  /// And the key of service accounts' tokens, or a restart would end them all.
  SigningKey accountsKey() {
    var known = read(ACCOUNTS_KEY);
    if (known.isPresent()) {
      try {
        return SigningKey.read(known.get());
      } catch (IllegalArgumentException e) {
        throw new YardException(
            ("%s cannot be read: %s; remove it, and the yard makes a new one: tokens of service"
                    + " accounts end with it.")
                .formatted(directory.resolve(ACCOUNTS_KEY), e.getMessage()),
            e);
      }
    }
    var made = SigningKey.make();
    write(ACCOUNTS_KEY, made.text());
    return made;
  }

  Optional<String> read(String name) {
    return read(directory, name);
  }

  static Optional<String> read(Path directory, String name) {
    var file = directory.resolve(name);
    try {
      return Files.exists(file)
          ? Optional.of(Files.readString(file).trim()).filter(text -> !text.isEmpty())
          : Optional.empty();
    } catch (IOException e) {
      throw new YardException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  /// Replaces a file as a whole; nobody but its owner can ever read it.
  Path write(String name, String content) {
    var file = directory.resolve(name);
    try {
      var fresh =
          Files.createTempFile(
              directory,
              name,
              ".new",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(fresh, content);
      return Files.move(
          fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new YardException("%s cannot be written: %s".formatted(file, e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    try (lockFile) {
      Files.deleteIfExists(directory.resolve(Holder.FILE));
    } catch (IOException e) {
      throw new YardException("The lock of %s cannot be released.".formatted(directory), e);
    }
  }
}
