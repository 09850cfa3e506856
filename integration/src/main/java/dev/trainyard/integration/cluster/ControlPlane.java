package dev.trainyard.integration.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The processes of a Kubernetes control plane on loopback: etcd, kube-apiserver and
/// kube-controller-manager, with TLS, RBAC and tokens, in one directory.
///
/// There is no scheduler among them: pods are bound by ours.
public final class ControlPlane implements AutoCloseable {

  /// Whether a write may be lost with the machine's power; one that may is faster.
  public enum Storage {
    FAST,
    DURABLE
  }

  /// Who may call, by token.
  record User(String name, String group, String token) {

    static User named(String name, String group) {
      var secret = new byte[24];
      new SecureRandom().nextBytes(secret);
      return new User(name, group, HexFormat.of().formatHex(secret));
    }

    private String line() {
      return "%s,%s,%s,%s%n".formatted(token, name, name, group);
    }
  }

  private static final List<String> CONTROLLERS =
      List.of(
          "clusterrole-aggregation-controller",
          "garbage-collector-controller",
          "namespace-controller",
          "node-lifecycle-controller",
          "persistentvolume-binder-controller",
          "resourcequota-controller",
          "root-ca-certificate-publisher-controller",
          "serviceaccount-controller");

  private static final String AUDIT =
      """
      apiVersion: audit.k8s.io/v1
      kind: Policy
      omitStages: [RequestReceived]
      rules:
      - level: None
        verbs: [get, list, watch]
      - level: Metadata
      """;

  private final Path directory;
  private final Path program;
  private final Storage storage;
  private final Ports ports = Ports.free();
  private final User manager = User.named("system:kube-controller-manager", "trainyard:none");
  private final Deque<Process> processes = new ArrayDeque<>();
  private final Thread atExit = new Thread(this::end);

  private record Ports(int etcd, int peers, int api, int manager) {
    static Ports free() {
      return new Ports(FreePort.next(), FreePort.next(), FreePort.next(), FreePort.next());
    }
  }

  ControlPlane(Path directory, Path program, Storage storage) {
    this.directory = directory;
    this.program = program;
    this.storage = storage;
  }

  /// Returns at once; the API answers a little later.
  void start(List<User> users) throws IOException {
    Files.createDirectories(directory);
    Runtime.getRuntime().addShutdownHook(atExit);
    makeCertificates();
    write("tokens.csv", users(users));
    write("audit-policy.yaml", AUDIT);
    write("manager.kubeconfig", kubeconfig(manager));
    run("etcd", etcd());
    run("kube-apiserver", apiServer());
    run("kube-controller-manager", controllerManager());
  }

  String address() {
    return "https://127.0.0.1:" + ports.api();
  }

  Path authority() {
    return directory.resolve("pki/ca.crt");
  }

  Path audit() {
    return directory.resolve("audit.log");
  }

  String kubeconfig(User user) {
    return """
    apiVersion: v1
    kind: Config
    current-context: test
    clusters:
    - name: test
      cluster:
        server: %s
        certificate-authority: %s
    users:
    - name: test
      user:
        token: %s
    contexts:
    - name: test
      context:
        cluster: test
        user: test
        namespace: default
    """
        .formatted(address(), authority(), user.token());
  }

  /// What every process has said last, for whoever wants to know why it did not start.
  String lastWords() {
    return Stream.of("etcd", "kube-apiserver", "kube-controller-manager")
        .map(name -> directory.resolve(name + ".log"))
        .filter(Files::exists)
        .map(ControlPlane::tail)
        .reduce("", String::concat);
  }

  boolean isAlive() {
    return processes.stream().allMatch(Process::isAlive);
  }

  private List<String> etcd() {
    var client = "http://127.0.0.1:" + ports.etcd();
    var peer = "http://127.0.0.1:" + ports.peers();
    var arguments =
        new ArrayList<>(
            List.of(
                "--data-dir=" + directory.resolve("etcd"),
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=default=" + peer,
                "--log-level=warn"));
    if (storage == Storage.FAST) {
      arguments.add("--unsafe-no-fsync");
    }
    return arguments;
  }

  private List<String> apiServer() {
    var pki = directory.resolve("pki");
    return List.of(
        "--etcd-servers=http://127.0.0.1:" + ports.etcd(),
        "--bind-address=127.0.0.1",
        "--secure-port=" + ports.api(),
        "--tls-cert-file=" + pki.resolve("apiserver.crt"),
        "--tls-private-key-file=" + pki.resolve("apiserver.key"),
        "--kubelet-client-certificate=" + pki.resolve("kubelet-client.crt"),
        "--kubelet-client-key=" + pki.resolve("kubelet-client.key"),
        "--kubelet-preferred-address-types=InternalIP",
        "--client-ca-file=" + authority(),
        "--token-auth-file=" + directory.resolve("tokens.csv"),
        "--authorization-mode=Node,RBAC",
        "--enable-admission-plugins=NodeRestriction",
        "--service-account-issuer=https://kubernetes.default.svc",
        "--service-account-key-file=" + pki.resolve("service-accounts.key"),
        "--service-account-signing-key-file=" + pki.resolve("service-accounts.key"),
        "--service-cluster-ip-range=10.96.0.0/16",
        "--endpoint-reconciler-type=none",
        "--audit-policy-file=" + directory.resolve("audit-policy.yaml"),
        "--audit-log-path=" + audit());
  }

  private List<String> controllerManager() {
    return List.of(
        "--kubeconfig=" + directory.resolve("manager.kubeconfig"),
        "--bind-address=127.0.0.1",
        "--secure-port=" + ports.manager(),
        "--controllers=" + String.join(",", CONTROLLERS),
        "--use-service-account-credentials",
        "--service-account-private-key-file=" + directory.resolve("pki/service-accounts.key"),
        "--root-ca-file=" + authority(),
        "--enable-hostpath-provisioner",
        "--leader-elect=false");
  }

  private void makeCertificates() throws IOException {
    var made = launch("certificates", List.of(directory.resolve("pki").toString()));
    try {
      if (made.waitFor() != 0) {
        throw new IOException("No certificates: " + tail(directory.resolve("certificates.log")));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private void run(String part, List<String> arguments) throws IOException {
    processes.addFirst(launch(part, arguments));
  }

  private Process launch(String part, List<String> arguments) throws IOException {
    var command = new ArrayList<>(List.of(program.toString(), part));
    command.addAll(arguments);
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve(part + ".log").toFile())
        .start();
  }

  private String users(List<User> users) {
    return Stream.concat(users.stream(), Stream.of(manager))
        .map(User::line)
        .reduce("", String::concat);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private static String tail(Path log) {
    try {
      var lines = Files.readAllLines(log);
      var last = lines.subList(Math.max(0, lines.size() - 15), lines.size());
      return "%n--- %s%n%s".formatted(log.getFileName(), String.join("\n", last));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void end() {
    processes.forEach(Process::destroyForcibly);
  }

  @Override
  public void close() {
    end();
    try {
      for (var process : processes) {
        process.waitFor(10, TimeUnit.SECONDS);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().removeShutdownHook(atExit);
  }
}
