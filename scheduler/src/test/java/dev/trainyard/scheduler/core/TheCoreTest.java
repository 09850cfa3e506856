package dev.trainyard.scheduler.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TheCoreTest {

  private static final String CORE = "dev.trainyard.scheduler.core..";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.trainyard.scheduler");

  @Test
  void knows_no_client_thread_file_network_or_log() {
    noClasses()
        .that()
        .resideInAPackage(CORE)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.fabric8.kubernetes.client..",
            "java.util.concurrent..",
            "java.io..",
            "java.nio..",
            "java.net..",
            "org.slf4j..",
            "dev.trainyard.scheduler.shell..")
        .check(CLASSES);
  }

  @Test
  void knows_no_clock_and_no_chance() {
    noClasses()
        .that()
        .resideInAPackage(CORE)
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Clock.class, InstantSource.class, Random.class, System.class, Thread.class)
        .orShould()
        .callMethod(java.time.Instant.class, "now")
        .check(CLASSES);
  }
}
