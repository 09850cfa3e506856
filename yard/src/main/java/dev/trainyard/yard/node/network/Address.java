package dev.trainyard.yard.node.network;

/// Where a pod is reached, and the machine it runs on.
public record Address(String podIp, String hostIp) {}
