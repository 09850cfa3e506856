package dev.trainyard.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Data flows one way down; no module knows one above it.
class TheModulesTest {

  private static final List<String> MODULES =
      List.of("api", "engine", "dialects", "scheduler", "operator", "simulation", "yard", "cli");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.trainyard");

  /// A module and the only others it may see.
  record Border(String module, List<String> sees) {}

  static List<Border> borders() {
    return List.of(
        new Border("api", List.of()),
        new Border("engine", List.of()),
        new Border("dialects", List.of("api", "engine")),
        new Border("scheduler", List.of("api")),
        new Border("operator", List.of("api", "engine", "dialects", "scheduler")),
        new Border("simulation", List.of("api", "engine", "dialects", "scheduler", "operator")),
        new Border("yard", List.of()));
  }

  @ParameterizedTest
  @MethodSource("borders")
  void keep_their_borders(Border border) {
    var hidden =
        MODULES.stream()
            .filter(module -> !module.equals(border.module()) && !border.sees().contains(module))
            .map(module -> "dev.trainyard." + module + "..")
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage("dev.trainyard." + border.module() + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(hidden)
        .check(CLASSES);
  }
}
