package dev.trainyard.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/// Which Trainyard this is, and what it runs on.
public final class Version implements IVersionProvider {

  public static String text() {
    return "trainyard %s (Java %s)".formatted(number(), Runtime.version());
  }

  static String number() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("development");
  }

  @Override
  public String[] getVersion() {
    return new String[] {text()};
  }
}
