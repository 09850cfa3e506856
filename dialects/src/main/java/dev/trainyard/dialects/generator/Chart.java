package dev.trainyard.dialects.generator;

/// A release of the chart whose output ours equals. All they differ in stands here, and in which
/// settings each knows.
public enum Chart {
  /// The one that the documented settings belong to.
  DOCUMENTED("1.1.5", true, false, false),
  NEWEST("1.1.12", false, true, true);

  public final String version;

  /// Whether pods that have neither labels nor annotations still say `metadata: null`.
  final boolean keepsEmptyMetadata;

  /// Whether a variable may come from a ConfigMap.
  final boolean readsConfigMaps;

  /// Whether a variable may not be named like the one a topology file sets.
  final boolean guardsTopology;

  Chart(
      String version, boolean keepsEmptyMetadata, boolean readsConfigMaps, boolean guardsTopology) {
    this.version = version;
    this.keepsEmptyMetadata = keepsEmptyMetadata;
    this.readsConfigMaps = readsConfigMaps;
    this.guardsTopology = guardsTopology;
  }

  /// As it is written on the command line.
  @Override
  public String toString() {
    return version;
  }
}
