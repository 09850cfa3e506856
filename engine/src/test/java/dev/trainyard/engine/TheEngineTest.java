package dev.trainyard.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TheEngineTest {

  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.trainyard.engine");

  @Test
  void knows_no_client_thread_file_network_or_random_number() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.fabric8.kubernetes.client..",
            "io.javaoperatorsdk..",
            "java.util.concurrent..",
            "java.net..",
            "java.nio.file..",
            "java.io..",
            "java.util.random..",
            "org.slf4j..")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Thread.class, Random.class, Clock.class, InstantSource.class, System.class)
        .check(ENGINE);
  }

  @Test
  void takes_the_time_from_its_arguments() {
    noClasses()
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(LocalDateTime.class, "now")
        .orShould()
        .callMethod(OffsetDateTime.class, "now")
        .orShould()
        .callMethod(ZonedDateTime.class, "now")
        .orShould()
        .callMethod(UUID.class, "randomUUID")
        .orShould()
        .callMethod(Math.class, "random")
        .check(ENGINE);
  }

  @Test
  void knows_no_module_above_it() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.trainyard.api..",
            "dev.trainyard.dialects..",
            "dev.trainyard.scheduler..",
            "dev.trainyard.operator..",
            "dev.trainyard.yard..",
            "dev.trainyard.cli..")
        .check(ENGINE);
  }
}
