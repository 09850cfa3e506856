package dev.trainyard.cli;

import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.runai.WorkloadConfig;
import dev.trainyard.dialects.runai.WorkloadConfig.Reading;
import java.util.List;
import picocli.CommandLine.Option;

/// What an administrator sets for every workload of Run:ai.
final class WorkloadHabits {

  private static final String OPTION = "--runai-set";

  @Option(
      names = OPTION,
      paramLabel = "K=V",
      description =
          "What holds for every TrainingWorkload, one setting at a time: schedulerName, clusterUrl,"
              + " subdomainSupport, ingressClass, authUrl, gitSyncImage, s3Image, and below"
              + " limitRange cpuDefaultRequestGpuFactor, memoryDefaultRequestGpuFactor,"
              + " cpuDefaultRequestCpuLimitFactorNoGpu,"
              + " memoryDefaultRequestMemoryLimitFactorNoGpu, cpuDefaultLimitGpuFactor,"
              + " memoryDefaultLimitGpuFactor.")
  private List<String> assignments = List.of();

  /// The settings with those for workloads.
  ///
  /// @throws Refusal with everything that makes no sense
  Settings over(Settings settings) {
    return switch (WorkloadConfig.read(assignments, settings.workloads())) {
      case Reading.Understood(var workloads) -> settings.with(workloads);
      case Reading.Refused(var problems) ->
          throw new Refusal(
              ExitStatus.INVALID,
              problems.stream().map(problem -> "%s %s".formatted(OPTION, problem)).toList());
    };
  }

  /// The same options for another process, which they shall not keep from starting.
  ///
  /// @throws Refusal with everything that makes no sense
  List<String> words() {
    var _ = over(Settings.defaults(Settings.Place.CLUSTER));
    return assignments.stream().map(one -> "%s=%s".formatted(OPTION, one)).toList();
  }
}
