package dev.trainyard.cli.cluster;

import dev.trainyard.engine.model.Attachment;
import io.fabric8.kubernetes.api.model.ContainerPort;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Where people find the page that a job serves, if it serves one.
public final class PageAddress {

  private static final String LOOPBACK = "127.";

  /// Its own word for it where that is an address; otherwise the way that leads there from here.
  public static Optional<String> of(Cluster cluster, Job job, List<Replica> replicas) {
    var told = job.json().at("/status/url").asText("");
    if (told.isEmpty()) {
      return Optional.empty();
    }
    if (!told.startsWith("/")) {
      return Optional.of(told);
    }
    return cluster.yard().isPresent()
        ? direct(replicas, told).or(() -> throughTheApi(cluster, job, told))
        : forwarded(job, told);
  }

  /// Pods with a network of their own are reached from the machine they run on.
  private static Optional<String> direct(List<Replica> replicas, String path) {
    return replicas.stream()
        .filter(Replica::ready)
        .flatMap(
            replica ->
                Stream.ofNullable(replica.pod().getStatus().getPodIP())
                    .filter(ip -> !ip.startsWith(LOOPBACK))
                    .flatMap(
                        ip ->
                            ports(replica).map(port -> "http://%s:%d%s".formatted(ip, port, path))))
        .findFirst();
  }

  private static Stream<Integer> ports(Replica replica) {
    return replica.pod().getSpec().getContainers().stream()
        .flatMap(container -> container.getPorts().stream())
        .map(ContainerPort::getContainerPort);
  }

  private static Optional<String> throughTheApi(Cluster cluster, Job job, String path) {
    var yard = cluster.yard().orElseThrow();
    return service(job)
        .map(
            service ->
                "%s/api/v1/namespaces/%s/services/%s/proxy%s, with the token of %s"
                    .formatted(yard.address(), job.namespace(), service, path, yard.kubeconfig()));
  }

  private static Optional<String> forwarded(Job job, String path) {
    return service(job)
        .map(
            service ->
                "http://127.0.0.1:6006%s, after `kubectl port-forward -n %s service/%s 6006:80`"
                    .formatted(path, job.namespace(), service));
  }

  private static Optional<String> service(Job job) {
    return job.training().stream()
        .flatMap(training -> training.attachments().stream())
        .filter(attachment -> attachment.kind().equals("Service"))
        .map(Attachment::name)
        .findFirst();
  }

  private PageAddress() {}
}
