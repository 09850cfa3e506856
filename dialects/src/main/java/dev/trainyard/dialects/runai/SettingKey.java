package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What an administrator can set for Run:ai's workloads, by the names that the product's own
/// configuration has for it.
enum SettingKey {
  SCHEDULER_NAME("schedulerName", SettingForm.NAME, Needed.OR_NOTHING),
  CLUSTER_URL("clusterUrl", SettingForm.HOST, Needed.OR_NOTHING),
  SUBDOMAIN_SUPPORT("subdomainSupport", SettingForm.FLAG, Needed.ALWAYS),
  INGRESS_CLASS("ingressClass", SettingForm.NAME, Needed.ALWAYS),
  AUTH_URL("authUrl", SettingForm.URL, Needed.OR_NOTHING),
  GIT_SYNC_IMAGE("gitSyncImage", SettingForm.IMAGE, Needed.ALWAYS),
  S3_IMAGE("s3Image", SettingForm.IMAGE, Needed.ALWAYS),
  CPU_PER_GPU("limitRange.cpuDefaultRequestGpuFactor", SettingForm.CPU, Needed.ALWAYS),
  MEMORY_PER_GPU("limitRange.memoryDefaultRequestGpuFactor", SettingForm.MEMORY, Needed.ALWAYS),
  CPU_OF_LIMIT("limitRange.cpuDefaultRequestCpuLimitFactorNoGpu", SettingForm.PART, Needed.ALWAYS),
  MEMORY_OF_LIMIT(
      "limitRange.memoryDefaultRequestMemoryLimitFactorNoGpu", SettingForm.PART, Needed.ALWAYS),
  CPU_LIMIT_PER_GPU("limitRange.cpuDefaultLimitGpuFactor", SettingForm.CPU, Needed.OR_NOTHING),
  MEMORY_LIMIT_PER_GPU(
      "limitRange.memoryDefaultLimitGpuFactor", SettingForm.MEMORY, Needed.OR_NOTHING);

  /// Whether there may be none of it, which empty text says.
  private enum Needed {
    ALWAYS,
    OR_NOTHING
  }

  final String word;
  private final SettingForm form;
  private final Needed needed;

  SettingKey(String word, SettingForm form, Needed needed) {
    this.word = word;
    this.form = form;
    this.needed = needed;
  }

  static Optional<SettingKey> of(String word) {
    return Arrays.stream(values()).filter(key -> key.word.equals(word)).findFirst();
  }

  static List<String> words() {
    return Arrays.stream(values()).map(key -> key.word).toList();
  }

  /// What is wrong with a value for it.
  Optional<Problem> check(String value) {
    return value.isEmpty() && needed == Needed.OR_NOTHING
        ? Optional.empty()
        : form.check(word, value);
  }
}
