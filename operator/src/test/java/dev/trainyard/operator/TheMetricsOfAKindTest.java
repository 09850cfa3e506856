package dev.trainyard.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.Family;
import dev.trainyard.engine.model.Fact;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TheMetricsOfAKindTest {

  private static final Family MPI = Dialects.MPI_JOB.dialect().family();

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JobCounters counters = new JobCounters(registry);

  @Test
  void are_the_mpi_operators_for_an_mpi_job() {
    Stream.of(
            new Fact.Accepted(),
            new Fact.Succeeded(),
            new Fact.ChildFailed("BackoffLimitExceeded", ""),
            new Fact.GangRestarted(2, Optional.empty()),
            new Fact.Expired())
        .forEach(fact -> counters.count(MPI, Jobs.job("pi", 1).id(), fact));

    assertThat(lines())
        .containsExactlyInAnyOrder(
            "mpi_operator_jobs_created_total 1.0",
            "mpi_operator_jobs_successful_total 1.0",
            "mpi_operator_jobs_failed_total 1.0");
  }

  @Test
  void are_the_training_operators_for_all_others() {
    assertThat(Dialects.all())
        .filteredOn(one -> !one.equals(Dialects.MPI_JOB))
        .allSatisfy(one -> assertThat(one.dialect().family()).isEqualTo(Family.TRAINING));
  }

  @Test
  void show_every_job_with_its_launcher_until_it_is_gone() {
    var jobs = new ShownJobs(MPI.shown().orElseThrow(), registry);

    jobs.see("team-a", "pi");
    jobs.see("team-a", "pi");
    jobs.see("team-b", "pi");
    assertThat(lines()).containsExactlyInAnyOrder(info("team-a"), info("team-b"));

    jobs.forget("team-a", "pi");
    jobs.forget("team-a", "never-seen");
    assertThat(lines()).containsExactly(info("team-b"));

    jobs.forgetAll();
    assertThat(lines()).isEmpty();
  }

  private static String info(String namespace) {
    return "mpi_operator_job_info{launcher=\"pi-launcher\",namespace=\"%s\"} 1.0"
        .formatted(namespace);
  }

  private List<String> lines() {
    return registry.scrape().lines().filter(line -> !line.startsWith("#")).toList();
  }
}
