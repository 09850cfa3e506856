package dev.trainyard.integration.cluster;

import dev.trainyard.integration.cluster.ControlPlane.User;
import dev.trainyard.yard.Clients;
import dev.trainyard.yard.node.Joining;
import dev.trainyard.yard.node.Options;
import dev.trainyard.yard.node.ProcessNode;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ServiceReference;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// A real kube-apiserver with etcd and kube-controller-manager, started for the tests.
public final class KubernetesCluster implements Cluster {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path directory;
  private final ControlPlane plane;
  private final User admin = User.named("admin", "system:masters");
  private final KubernetesClient client;
  private final AuditedWrites writes;

  /// Returns once pods can be made in its default namespace.
  public static KubernetesCluster start(Path directory, ControlPlane.Storage storage) {
    try {
      return new KubernetesCluster(directory, storage);
    } catch (IOException e) {
      throw new UncheckedIOException("The control plane cannot start", e);
    }
  }

  private KubernetesCluster(Path directory, ControlPlane.Storage storage) throws IOException {
    this.directory = directory;
    plane = new ControlPlane(directory.resolve("control-plane"), program(), storage);
    plane.start(List.of(admin));
    client = Clients.of(config(admin.token()));
    writes = new AuditedWrites(plane.audit());
    try {
      await("the API answers", () -> client.raw("/readyz") != null);
      client.resource(directoriesForClaims()).create();
      await("the default account exists", () -> accountOf("default"));
    } catch (RuntimeException e) {
      var said = plane.lastWords();
      close();
      throw new IllegalStateException(e.getMessage() + said, e);
    }
  }

  /// Built by `tools/controlplane/build`.
  private static Path program() {
    var programs = System.getProperty("trainyard.programs", "");
    if (programs.isEmpty()) {
      throw new IllegalStateException(
          "-Dtrainyard.programs must name the directory that tools/controlplane/build prints");
    }
    return Path.of(programs, "controlplane");
  }

  @Override
  public String name() {
    return "Kubernetes " + client.getKubernetesVersion().getGitVersion();
  }

  @Override
  public Path kubeconfig() {
    return kubeconfig("admin", admin);
  }

  @Override
  public KubernetesClient client() {
    return Clients.of(config(admin.token()));
  }

  @Override
  public Path kubeconfigOf(String namespace, String serviceAccount) {
    var token = AccountTokens.of(client, namespace, serviceAccount);
    var user = new User(serviceAccount, "", token);
    return kubeconfig(namespace + "-" + serviceAccount, user);
  }

  @Override
  public void open(String namespace) {
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    await("the account of " + namespace + " exists", () -> accountOf(namespace));
  }

  private boolean accountOf(String namespace) {
    return client.serviceAccounts().inNamespace(namespace).withName("default").get() != null
        && client.configMaps().inNamespace(namespace).withName("kube-root-ca.crt").get() != null;
  }

  /// With the rights of a kubelet on that node, and no others.
  @Override
  public ProcessNode join(Options options) throws IOException {
    var kubelet =
        new ConfigBuilder(config(admin.token()))
            .withImpersonateUsername("system:node:" + options.nodeName())
            .withImpersonateGroups("system:nodes")
            .build();
    return ProcessNode.join(Clients.of(kubelet), options, Joining.onLoopback(plane.authority()));
  }

  /// Nobody here routes the addresses of Services, so the webhook's becomes another name for this
  /// machine. Its certificate is still asked for by the name of the Service.
  @Override
  public void judgeJobs(String configuration, int port) {
    client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName(configuration)
        .edit(
            found -> {
              found
                  .getWebhooks()
                  .forEach(webhook -> reroute(webhook.getClientConfig().getService(), port));
              return found;
            });
    client
        .admissionRegistration()
        .v1()
        .mutatingWebhookConfigurations()
        .withName(configuration)
        .edit(
            found -> {
              found
                  .getWebhooks()
                  .forEach(webhook -> webhook.getClientConfig().getService().setPort(port));
              return found;
            });
  }

  private void reroute(ServiceReference service, int port) {
    service.setPort(port);
    var services = client.services().inNamespace(service.getNamespace());
    services.withName(service.getName()).delete();
    services
        .resource(
            new ServiceBuilder()
                .withNewMetadata()
                .withName(service.getName())
                .endMetadata()
                .withNewSpec()
                .withType("ExternalName")
                .withExternalName("localhost")
                .endSpec()
                .build())
        .create();
  }

  @Override
  public Map<String, Long> writes(String namespace) {
    return writes.count(client, namespace);
  }

  /// Claims become directories, made by the controller manager.
  private static StorageClass directoriesForClaims() {
    return new StorageClassBuilder()
        .withNewMetadata()
        .withName("directories")
        .addToAnnotations("storageclass.kubernetes.io/is-default-class", "true")
        .endMetadata()
        .withProvisioner("kubernetes.io/host-path")
        .build();
  }

  private Path kubeconfig(String name, User user) {
    try {
      return Files.writeString(directory.resolve(name + ".kubeconfig"), plane.kubeconfig(user));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Config config(String token) {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(plane.address())
        .withCaCertFile(plane.authority().toString())
        .withOauthToken(token)
        .withNamespace("default")
        .withRequestRetryBackoffLimit(0)
        .build();
  }

  private void await(String what, BooleanSupplier holds) {
    var until = Instant.now().plus(PATIENCE);
    while (!answered(holds)) {
      if (!plane.isAlive() || Instant.now().isAfter(until)) {
        throw new IllegalStateException("Waited in vain until " + what);
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }

  private static boolean answered(BooleanSupplier holds) {
    try {
      return holds.getAsBoolean();
    } catch (KubernetesClientException notYet) {
      return false;
    }
  }

  @Override
  public void close() {
    client.close();
    plane.close();
  }
}
