package dev.trainyard.operator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.Settings;
import dev.trainyard.operator.kinds.Kinds;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TheShellTest {

  private static final JavaClasses OPERATOR =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.trainyard.operator");

  /// What a simulation replaces is all that knows a cluster.
  @Test
  void knows_a_client_only_at_its_borders() {
    noClasses()
        .that()
        .resideInAPackage("dev.trainyard.operator")
        .and()
        .haveNameNotMatching(".*\\.TrainyardOperator.*")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.fabric8.kubernetes.client..",
            "io.javaoperatorsdk..",
            "dev.trainyard.operator.sdk..",
            "dev.trainyard.operator.kinds..")
        .check(OPERATOR);
  }

  @Test
  void takes_the_time_from_the_clock_it_was_given() {
    noClasses()
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(OPERATOR);
  }

  @Test
  void runs_every_dialect_there_is() {
    assertThat(Kinds.all().stream().map(one -> one.dialect().kind()))
        .containsExactlyElementsOf(
            Dialects.all().stream().map(one -> one.dialect().kind()).toList());
  }

  @Test
  void leaves_jobs_to_the_controller_that_a_cluster_has_for_them() {
    assertThat(Kinds.under(Settings.defaults(Settings.Place.CLUSTER)))
        .noneMatch(kind -> kind.name().equals("jobs.batch"));
    assertThat(Kinds.under(Settings.defaults(Settings.Place.YARD)))
        .anyMatch(kind -> kind.name().equals("jobs.batch"));
  }

  @Test
  void runs_without_the_embedded_cluster() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.trainyard.yard..")
        .check(OPERATOR);
  }
}
