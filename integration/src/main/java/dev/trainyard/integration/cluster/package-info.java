/// The clusters that the suite runs against: the yard, and a real Kubernetes control plane.
@org.jspecify.annotations.NullMarked
package dev.trainyard.integration.cluster;
