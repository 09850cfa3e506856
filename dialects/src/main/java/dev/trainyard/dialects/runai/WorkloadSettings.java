package dev.trainyard.dialects.runai;

import java.util.Optional;
import java.util.OptionalLong;

/// What an administrator sets for Run:ai's workloads.
///
/// @param schedulerName who places their pods; nothing leaves that to Kubernetes
/// @param identity who a workload runs as that runs as its submitter and does not say who that is
/// @param s3Image the sidecar that mounts buckets
public record WorkloadSettings(
    Optional<String> schedulerName,
    Exposure exposure,
    String gitSyncImage,
    String s3Image,
    Requests requests,
    Optional<Identity> identity) {

  /// How URLs reach a pod.
  ///
  /// @param clusterUrl the host of the cluster, without a scheme
  /// @param subdomains whether every job has a host of its own below that
  /// @param authUrl who lets people in
  public record Exposure(
      Optional<String> clusterUrl,
      boolean subdomains,
      String ingressClass,
      Optional<String> authUrl) {}

  /// What pods ask for where their author does not say.
  ///
  /// @param cpuPerGpu as `100m`
  /// @param memoryPerGpu as `100Mi`
  /// @param cpuOfLimit which part of its limit a pod without GPUs asks for
  public record Requests(
      String cpuPerGpu,
      String memoryPerGpu,
      String cpuOfLimit,
      String memoryOfLimit,
      Optional<String> cpuLimitPerGpu,
      Optional<String> memoryLimitPerGpu) {}

  /// A user and, if it is known, the group.
  public record Identity(long uid, OptionalLong gid) {}

  /// As shipped.
  public static WorkloadSettings defaults() {
    return new WorkloadSettings(
        Optional.empty(),
        new Exposure(Optional.empty(), false, "nginx", Optional.empty()),
        "registry.k8s.io/git-sync/git-sync:v4.4.0",
        "runai.jfrog.io/op-containers-prod/goofys:3.12.24",
        new Requests("100m", "100Mi", "0.1", "0.1", Optional.empty(), Optional.empty()),
        Optional.empty());
  }

  public WorkloadSettings scheduledBy(String name) {
    return new WorkloadSettings(
        Optional.of(name).filter(one -> !one.isEmpty()),
        exposure,
        gitSyncImage,
        s3Image,
        requests,
        identity);
  }

  public WorkloadSettings with(Exposure exposure) {
    return new WorkloadSettings(schedulerName, exposure, gitSyncImage, s3Image, requests, identity);
  }

  public WorkloadSettings with(Requests requests) {
    return new WorkloadSettings(schedulerName, exposure, gitSyncImage, s3Image, requests, identity);
  }

  public WorkloadSettings runningAs(Identity identity) {
    return new WorkloadSettings(
        schedulerName, exposure, gitSyncImage, s3Image, requests, Optional.of(identity));
  }
}
