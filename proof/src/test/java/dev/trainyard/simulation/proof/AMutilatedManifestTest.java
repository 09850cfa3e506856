package dev.trainyard.simulation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.dialects.kubeflow.PyTorchJobDialect;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Whatever stands in a manifest, its author hears what is wrong with it, or it is a job.
class AMutilatedManifestTest {

  private static final int MANIFESTS = 5_000;

  private static final Codec<PyTorchJob> CODEC = Codec.of(PyTorchJob.class);
  private static final PyTorchJobDialect DIALECT = new PyTorchJobDialect();
  private static final Lookup LOOKUP = Lookup.nothing(Settings.defaults(Place.CLUSTER));

  @Test
  void is_refused_with_reasons_or_is_a_job() {
    var manifests =
        ManifestFiles.of(
            "PyTorchJob", Path.of("../examples"), Path.of("src/test/resources/manifests"));
    var mutants = LongStream.range(0, MANIFESTS).mapToObj(seed -> Mutant.of(seed, manifests));

    int refused = 0;
    int accepted = 0;
    for (var mutant : mutants.toList()) {
      switch (read(mutant)) {
        case Reading.Refused(var problems) -> {
          assertHelpful(mutant, problems);
          refused++;
        }
        case Reading.Job(var job) -> {
          assertThat(Planned.of(job)).as(mutant.toString()).isNotEmpty();
          accepted++;
        }
        case Reading.NotOurs _ -> accepted++;
      }
    }

    System.out.printf(
        "Mutilated manifests: %d tried, %d refused with reasons, %d accepted%n",
        MANIFESTS, refused, accepted);
    assertThat(refused).isGreaterThan(MANIFESTS / 4);
    assertThat(accepted).isGreaterThan(MANIFESTS / 10);
  }

  private static Reading read(Mutant mutant) {
    try {
      return switch (CODEC.parse(mutant.manifest())) {
        case Parsed.NotUnderstood<PyTorchJob>(var problems) -> new Reading.Refused(problems);
        case Parsed.Understood<PyTorchJob>(var job) -> DIALECT.read(job, LOOKUP);
      };
    } catch (RuntimeException e) {
      throw new AssertionError(mutant.toString(), e);
    }
  }

  private static void assertHelpful(Mutant mutant, List<Problem> problems) {
    assertThat(problems)
        .as(mutant.toString())
        .isNotEmpty()
        .allSatisfy(
            problem -> {
              assertThat(problem.path()).isNotBlank();
              assertThat(problem.message()).isNotBlank().doesNotContain("Exception");
            });
  }
}
