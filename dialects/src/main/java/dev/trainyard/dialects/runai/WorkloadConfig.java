package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Words;
import dev.trainyard.dialects.runai.WorkloadSettings.Exposure;
import dev.trainyard.dialects.runai.WorkloadSettings.Requests;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What administrators say for every workload, one `KEY=VALUE` after the other; of several for the
/// same key the last counts.
public final class WorkloadConfig {

  private final Map<SettingKey, String> said = new EnumMap<>(SettingKey.class);
  private final List<Problem> problems = new ArrayList<>();

  /// What was said, as far as it makes sense.
  public sealed interface Reading {

    record Understood(WorkloadSettings settings) implements Reading {}

    /// Every reason not to start.
    record Refused(List<Problem> problems) implements Reading {
      public Refused {
        problems = List.copyOf(problems);
      }
    }
  }

  /// The keys there are, in the order people should read of them.
  public static List<String> keys() {
    return SettingKey.words();
  }

  /// Lays what is said over what is usual.
  ///
  /// @param usual what holds where nothing is said
  public static Reading read(List<String> assignments, WorkloadSettings usual) {
    var config = new WorkloadConfig();
    assignments.forEach(config::hear);
    var settings = config.over(usual);
    if (settings.exposure().subdomains() && settings.exposure().clusterUrl().isEmpty()) {
      config.problems.add(
          Problem.error(
              SettingKey.SUBDOMAIN_SUPPORT.word,
              "is true and nobody says below which host; set %s as well"
                  .formatted(SettingKey.CLUSTER_URL.word)));
    }
    return config.problems.isEmpty()
        ? new Reading.Understood(settings)
        : new Reading.Refused(config.problems);
  }

  private void hear(String assignment) {
    int sign = assignment.indexOf('=');
    if (sign < 0) {
      problems.add(
          Problem.error(assignment, "is not KEY=VALUE, such as schedulerName=kai-scheduler"));
      return;
    }
    var word = assignment.substring(0, sign);
    var value = assignment.substring(sign + 1);
    var key = SettingKey.of(word);
    if (key.isEmpty()) {
      problems.add(Problem.error(word, "is no setting; " + meant(word)));
      return;
    }
    key.get().check(value).ifPresent(problems::add);
    said.put(key.get(), value);
  }

  /// Most of them are below one section, which is easily forgotten.
  private static String meant(String word) {
    return Words.nearest(word, keys())
        .or(() -> Words.nearest("limitRange." + word, keys()))
        .map("did you mean %s?"::formatted)
        .orElseGet(() -> "there are " + String.join(", ", keys()));
  }

  private WorkloadSettings over(WorkloadSettings usual) {
    var exposure = usual.exposure();
    var requests = usual.requests();
    return new WorkloadSettings(
        orNone(SettingKey.SCHEDULER_NAME, usual.schedulerName()),
        new Exposure(
            orNone(SettingKey.CLUSTER_URL, exposure.clusterUrl()),
            Boolean.parseBoolean(
                text(SettingKey.SUBDOMAIN_SUPPORT, Boolean.toString(exposure.subdomains()))),
            text(SettingKey.INGRESS_CLASS, exposure.ingressClass()),
            orNone(SettingKey.AUTH_URL, exposure.authUrl())),
        text(SettingKey.GIT_SYNC_IMAGE, usual.gitSyncImage()),
        text(SettingKey.S3_IMAGE, usual.s3Image()),
        new Requests(
            text(SettingKey.CPU_PER_GPU, requests.cpuPerGpu()),
            text(SettingKey.MEMORY_PER_GPU, requests.memoryPerGpu()),
            text(SettingKey.CPU_OF_LIMIT, requests.cpuOfLimit()),
            text(SettingKey.MEMORY_OF_LIMIT, requests.memoryOfLimit()),
            orNone(SettingKey.CPU_LIMIT_PER_GPU, requests.cpuLimitPerGpu()),
            orNone(SettingKey.MEMORY_LIMIT_PER_GPU, requests.memoryLimitPerGpu())),
        usual.identity());
  }

  private String text(SettingKey key, String usual) {
    return said.getOrDefault(key, usual);
  }

  /// Empty text takes the usual away.
  private Optional<String> orNone(SettingKey key, Optional<String> usual) {
    return Optional.ofNullable(said.get(key)).or(() -> usual).filter(value -> !value.isEmpty());
  }

  private WorkloadConfig() {}
}
