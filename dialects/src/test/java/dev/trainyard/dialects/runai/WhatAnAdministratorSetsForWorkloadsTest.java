package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.WorkloadMaker.workload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Json;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.runai.WorkloadConfig.Reading;
import dev.trainyard.dialects.runai.WorkloadSettings.Exposure;
import dev.trainyard.dialects.runai.WorkloadSettings.Identity;
import dev.trainyard.dialects.runai.WorkloadSettings.Requests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WhatAnAdministratorSetsForWorkloadsTest {

  private static final WorkloadSettings SHIPPED = WorkloadSettings.defaults();

  @Test
  void is_what_is_shipped_where_nothing_is_said() {
    assertThat(read()).isEqualTo(SHIPPED);
  }

  @Test
  void is_all_of_it_by_the_names_of_the_product() {
    assertThat(
            read(
                "schedulerName=kai-scheduler",
                "clusterUrl=gpu.example.org",
                "subdomainSupport=true",
                "ingressClass=traefik",
                "authUrl=https://login.example.org/auth?rd=$scheme://$host",
                "gitSyncImage=mirror.example.org:5000/git-sync:v4",
                "s3Image=mirror.example.org/goofys@sha256:0a",
                "limitRange.cpuDefaultRequestGpuFactor=1",
                "limitRange.memoryDefaultRequestGpuFactor=2Gi",
                "limitRange.cpuDefaultRequestCpuLimitFactorNoGpu=0.5",
                "limitRange.memoryDefaultRequestMemoryLimitFactorNoGpu=1",
                "limitRange.cpuDefaultLimitGpuFactor=4",
                "limitRange.memoryDefaultLimitGpuFactor=8Gi"))
        .isEqualTo(
            new WorkloadSettings(
                Optional.of("kai-scheduler"),
                new Exposure(
                    Optional.of("gpu.example.org"),
                    true,
                    "traefik",
                    Optional.of("https://login.example.org/auth?rd=$scheme://$host")),
                "mirror.example.org:5000/git-sync:v4",
                "mirror.example.org/goofys@sha256:0a",
                new Requests("1", "2Gi", "0.5", "1", Optional.of("4"), Optional.of("8Gi")),
                Optional.empty()));
  }

  @Test
  void is_what_was_said_last_and_empty_text_takes_it_back() {
    assertThat(read("schedulerName=one", "schedulerName=two").schedulerName()).contains("two");
    assertThat(read("schedulerName=one", "schedulerName=")).isEqualTo(SHIPPED);
  }

  @Test
  void leaves_alone_who_workloads_run_as() {
    var known = SHIPPED.runningAs(new Identity(501, OptionalLong.of(20)));

    assertThat(WorkloadConfig.read(List.of("schedulerName=kai"), known))
        .isEqualTo(new Reading.Understood(known.scheduledBy("kai")));
  }

  @Test
  void is_refused_with_everything_that_is_wrong_with_it() {
    assertThat(refused("schedulerNam=kai", "authUrl=login", "nonsense", "s3Image="))
        .containsExactly(
            "schedulerNam: is no setting; did you mean schedulerName?",
            "authUrl: \"login\" is not a URL; write one with http:// or https:// and a host",
            "nonsense: is not KEY=VALUE, such as schedulerName=kai-scheduler",
            "s3Image: \"\" is not an image; write one such as registry.example.org/git-sync:v4");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "schedulerName=KAI",
        "clusterUrl=https://gpu.example.org",
        "clusterUrl=gpu.example.org:443",
        "clusterUrl=gpu.example.org/path",
        "clusterUrl=10.0.0.1",
        "subdomainSupport=yes",
        "subdomainSupport=",
        "ingressClass=",
        "authUrl=ftp://login.example.org",
        "authUrl=https:///auth",
        "authUrl=https://login .example.org",
        "gitSyncImage=git sync",
        "limitRange.cpuDefaultRequestGpuFactor=lots",
        "limitRange.cpuDefaultRequestGpuFactor=-1",
        "limitRange.memoryDefaultRequestGpuFactor=",
        "limitRange.memoryDefaultRequestGpuFactor=100MiB",
        "limitRange.cpuDefaultRequestCpuLimitFactorNoGpu=1.1",
        "limitRange.cpuDefaultRequestCpuLimitFactorNoGpu=100m",
        "limitRange.memoryDefaultRequestMemoryLimitFactorNoGpu=-0.1",
        "limitRange.cpuDefaultLimitGpuFactor=0",
        "limitRange.memoryDefaultLimitGpuFactor=0Gi"
      })
  void must_make_sense(String assignment) {
    var key = assignment.substring(0, assignment.indexOf('='));
    var value = assignment.substring(assignment.indexOf('=') + 1);

    assertThat(refused(assignment))
        .singleElement()
        .asString()
        .startsWith("%s: \"%s\" is not ".formatted(key, value))
        .contains(";");
  }

  @ParameterizedTest
  @CsvSource({
    "clusterURL, clusterUrl",
    "subDomainSupport, subdomainSupport",
    "limitRange.cpuDefaultRequestGpuFacter, limitRange.cpuDefaultRequestGpuFactor",
    "memoryDefaultLimitGpuFactor, limitRange.memoryDefaultLimitGpuFactor"
  })
  void is_guessed_where_it_is_misspelt(String written, String meant) {
    assertThat(refused(written + "=1"))
        .containsExactly("%s: is no setting; did you mean %s?".formatted(written, meant));
  }

  @Test
  void is_listed_where_it_cannot_be_guessed() {
    assertThat(refused("colour=red"))
        .singleElement()
        .asString()
        .startsWith("colour: is no setting; there are schedulerName, clusterUrl, ");
  }

  @Test
  void gives_no_job_a_host_below_nothing() {
    assertThat(refused("subdomainSupport=true"))
        .containsExactly(
            "subdomainSupport: is true and nobody says below which host; set clusterUrl as well");
  }

  @Test
  void shows_in_the_pods_of_a_workload() {
    var pod =
        Json.tree(
            workload("job")
                .value("gpu", "2")
                .item("gitSync", "a", "{repository: 'https://g.example/r.git', directory: /code}")
                .with(
                    read(
                        "schedulerName=kai-scheduler",
                        "gitSyncImage=ours:1",
                        "limitRange.cpuDefaultRequestGpuFactor=3",
                        "limitRange.cpuDefaultLimitGpuFactor=4"))
                .pod());

    assertThat(pod.at("/spec/schedulerName").asText()).isEqualTo("kai-scheduler");
    assertThat(pod.at("/spec/initContainers/0/image").asText()).isEqualTo("ours:1");
    assertThat(pod.at("/spec/containers/0/resources/requests/cpu").asText()).isEqualTo("6");
    assertThat(pod.at("/spec/containers/0/resources/limits/cpu").asText()).isEqualTo("8");
  }

  @Test
  void is_explained_to_administrators() throws Exception {
    assertThat(Files.readString(Path.of("..", "docs", "operator.md")))
        .contains(WorkloadConfig.keys().stream().<CharSequence>map("| `%s` |"::formatted).toList());
  }

  private static WorkloadSettings read(String... assignments) {
    return switch (WorkloadConfig.read(List.of(assignments), SHIPPED)) {
      case Reading.Understood(var settings) -> settings;
      case Reading.Refused(var problems) -> throw new AssertionError(Problem.joined(problems));
    };
  }

  private static List<String> refused(String... assignments) {
    return switch (WorkloadConfig.read(List.of(assignments), SHIPPED)) {
      case Reading.Understood(var settings) -> throw new AssertionError(settings.toString());
      case Reading.Refused(var problems) -> problems.stream().map(Problem::toString).toList();
    };
  }
}
