package dev.trainyard.dialects;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TheDialectsTest {

  private static final JavaClasses CLASSES = classes();

  @Test
  void know_no_client_thread_file_network_or_random_number() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.fabric8.kubernetes.client..",
            "io.javaoperatorsdk..",
            "java.util.concurrent..",
            "java.util.random..",
            "java.io..",
            "java.nio.file..",
            "java.nio.channels..",
            "java.net..",
            "javax.net..",
            "dev.trainyard.operator..",
            "dev.trainyard.scheduler..",
            "dev.trainyard.yard..",
            "dev.trainyard.cli..")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Thread.class, Random.class, SecureRandom.class, Runtime.class)
        .because("everything a dialect knows arrives as an argument")
        .check(CLASSES);
  }

  @Test
  void ask_no_clock() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(InstantSource.class, Clock.class)
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(LocalDateTime.class, "now")
        .orShould()
        .callMethod(OffsetDateTime.class, "now")
        .orShould()
        .callMethod(ZonedDateTime.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(UUID.class, "randomUUID")
        .check(CLASSES);
  }

  /// Everything forbidden is known by name, and resolving what the model refers to takes long.
  private static JavaClasses classes() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages("dev.trainyard.dialects");
  }
}
