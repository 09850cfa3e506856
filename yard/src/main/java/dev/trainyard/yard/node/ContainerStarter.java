package dev.trainyard.yard.node;

import dev.trainyard.yard.node.Lifecycle.Waiting;
import dev.trainyard.yard.node.gates.Baggage;
import dev.trainyard.yard.node.network.Hostname;
import dev.trainyard.yard.node.network.Network;
import dev.trainyard.yard.node.network.Network.Launch;
import dev.trainyard.yard.node.network.Tool;
import dev.trainyard.yard.node.supervisor.Places;
import dev.trainyard.yard.node.supervisor.RunFiles;
import dev.trainyard.yard.node.supervisor.RunSpec;
import dev.trainyard.yard.node.supervisor.RunSpec.Shown;
import dev.trainyard.yard.node.view.Rights;
import dev.trainyard.yard.node.view.Scene;
import dev.trainyard.yard.node.view.Unmountable;
import dev.trainyard.yard.node.view.View;
import dev.trainyard.yard.node.volumes.Refused;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Turns a container's spec into what a supervisor runs on this machine.
final class ContainerStarter {

  static final String WORKING_DIR = "trainyard.dev/working-dir";

  /// How a container waits for its volumes.
  static final String MOUNTING = "ContainerCreating";

  private static final Duration DEFAULT_GRACE = Duration.ofSeconds(30);

  private final KubernetesClient client;
  private final Options options;
  private final PodFiles files;
  private final Network network;
  private final View view;
  private final Scenes scenes;
  private final Arrangements arrangements;
  private final Limits limits;
  private final Map<String, Quantity> machine;
  private final GpuBook gpus;
  private final SystemCallFilters filters;

  ContainerStarter(
      KubernetesClient client,
      Options options,
      PodFiles files,
      Network network,
      View view,
      Scenes scenes,
      Arrangements arrangements,
      Limits limits,
      Map<String, Quantity> machine,
      GpuBook gpus,
      SystemCallFilters filters) {
    this.client = client;
    this.options = options;
    this.files = files;
    this.network = network;
    this.view = view;
    this.scenes = scenes;
    this.arrangements = arrangements;
    this.limits = limits;
    this.machine = machine;
    this.gpus = gpus;
    this.filters = filters;
  }

  /// A container that cannot start as things are.
  static final class Blocked extends Exception {
    private final transient Waiting waiting;

    Blocked(String reason, String message) {
      super(message);
      this.waiting = new Waiting(reason, message);
    }

    Waiting waiting() {
      return waiting;
    }
  }

  RunSpec prepare(Pod pod, Container container, RunFiles run) throws Blocked, IOException {
    var rights = SecurityContexts.here(view.mounts()).of(pod, container);
    var arrangement = arrangements.of(pod, container);
    if (container.getCommand().isEmpty() && arrangement.command().isEmpty()) {
      throw new Blocked(
          "CreateContainerError",
          ("Container %s has no command. On this machine images are recorded, not pulled, so their"
                  + " entrypoint is unknown: set `command` in the container's spec.")
              .formatted(container.getName()));
    }
    var environment = environment(pod, container);
    var words =
        arrangement
            .command()
            .map(given -> given.stream().map(Discreet::open).toList())
            .orElseGet(() -> words(container, environment));
    for (var word : words) {
      checkWord("Container %s, command and args".formatted(container.getName()), word);
    }
    var whole = new HashMap<>(Environment.inherited(System.getenv()));
    whole.put("HOSTNAME", Hostname.ofPod(pod));
    visibleGpus(pod, container).ifPresent(list -> whole.put("CUDA_VISIBLE_DEVICES", list));
    whole.putAll(api(pod));
    whole.putAll(arrangement.environment());
    environment.forEach((name, text) -> whole.put(name, text.value()));
    var scene = scene(pod, container, environment, arrangement.directory(), rights, run);
    var command = words.stream().map(Discreet::value).toList();
    var launch = inView(scene, network.adapt(pod, new Launch(List.of(), command, whole)));
    var places = scene.places();
    return new RunSpec(
        Stream.concat(limits.enter(pod, container, run).stream(), enter(launch, run).stream())
            .toList(),
        launch.command(),
        shown(launch, words.getFirst(), environment),
        launch.environment(),
        outside(pod, Path.of(scene.directory()), places),
        view.mounts() ? places : Places.same(),
        Optional.ofNullable(pod.getSpec().getTerminationGracePeriodSeconds())
            .map(Seconds::of)
            .orElse(DEFAULT_GRACE),
        options.logs());
  }

  /// Where rights are given up on the way, the container's environment is for afterwards.
  private List<String> enter(Launch launch, RunFiles run) throws IOException {
    if (!view.mounts()) {
      return launch.enter();
    }
    Files.createDirectories(run.directory());
    var setpriv = Tool.find("setpriv").orElseThrow().program();
    return Baggage.make(run.baggage())
        .map(it -> it.around(launch.enter(), setpriv))
        .orElse(launch.enter());
  }

  /// What may be said of the program and of where it is looked for.
  private static Shown shown(Launch launch, Discreet program, Map<String, Discreet> environment) {
    var path = Optional.ofNullable(environment.get("PATH"));
    return new Shown(
        isOpen(program) ? launch.command().getFirst() : program.shown(),
        path.filter(text -> !isOpen(text))
            .map(Discreet::shown)
            .orElseGet(() -> launch.environment().getOrDefault("PATH", Shown.USUAL_PATH)));
  }

  private static boolean isOpen(Discreet text) {
    return text.value().equals(text.shown());
  }

  /// The pod's own directory is in its place, whatever is mounted around it. Where only the
  /// container can go, it goes by itself.
  private Path outside(Pod pod, Path directory, Places places) {
    if (!places.knows(directory.toString())) {
      return Path.of("/");
    }
    return directory.startsWith(files.work(pod.getMetadata().getUid()))
        ? directory
        : Path.of(places.outside(directory.toString()));
  }

  private static List<Discreet> words(Container container, Map<String, Discreet> environment) {
    return Stream.concat(container.getCommand().stream(), container.getArgs().stream())
        .map(word -> Expansion.expand(word, environment))
        .toList();
  }

  /// Waits, as a kubelet does, until every volume is there.
  private Scene scene(
      Pod pod,
      Container container,
      Map<String, Discreet> environment,
      Optional<Path> own,
      Rights rights,
      RunFiles run)
      throws Blocked, IOException {
    try {
      var directory = directory(pod, container).toString();
      var gate = filters.gate(pod.getSpec(), container, rights, run);
      return scenes.of(pod, container, environment, directory, own, rights, gate, run);
    } catch (Refused e) {
      throw new Blocked(MOUNTING, e.why());
    }
  }

  /// How clients within a cluster find its API.
  private Map<String, String> api(Pod pod) throws IOException {
    var here = client.getMasterUrl();
    var address =
        network
            .api(pod)
            .orElseGet(() -> InetSocketAddress.createUnresolved(here.getHost(), portOf(here)));
    var port = Integer.toString(address.getPort());
    return Map.of(
        "KUBERNETES_SERVICE_HOST", address.getHostString(),
        "KUBERNETES_SERVICE_PORT", port,
        "KUBERNETES_SERVICE_PORT_HTTPS", port);
  }

  private static int portOf(URL url) {
    return url.getPort() < 0 ? url.getDefaultPort() : url.getPort();
  }

  private Launch inView(Scene scene, Launch launch) throws Blocked, IOException {
    try {
      return view.adapt(scene, launch);
    } catch (Unmountable e) {
      throw new Blocked(MOUNTING, String.valueOf(e.getMessage()));
    }
  }

  private Map<String, Discreet> environment(Pod pod, Container container)
      throws Blocked, IOException {
    var facts = new PodFacts(pod, network.join(pod), machine);
    try {
      var environment = Environment.of(pod, container, new ClusterSources(pod, facts));
      for (var variable : environment.entrySet()) {
        checkVariable(container, variable.getKey(), variable.getValue());
      }
      return environment;
    } catch (Environment.Missing e) {
      throw new Blocked("CreateContainerConfigError", e.what());
    }
  }

  /// What the system could not hand to a program.
  private static void checkVariable(Container container, String name, Discreet text)
      throws Blocked {
    if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
      throw new Blocked(
          "CreateContainerConfigError",
          ("Container %s, variable \"%s\": a valid environment variable name must consist only of"
                  + " printable ASCII characters other than '='.")
              .formatted(container.getName(), name.replace('\0', '?')));
    }
    checkWord("Container %s, variable %s".formatted(container.getName(), name), text);
  }

  private static void checkWord(String what, Discreet text) throws Blocked {
    if (text.value().indexOf('\0') >= 0) {
      throw new Blocked(
          "CreateContainerConfigError",
          what + ": the text contains a NUL character, which no program can be given.");
    }
  }

  /// The GPUs a container asked for, as CUDA wants to be told; one that asked for none is not told.
  private Optional<String> visibleGpus(Pod pod, Container container) throws Blocked, IOException {
    var count = GpuBook.asked(container);
    if (count == 0) {
      return Optional.empty();
    }
    var given = gpus.of(pod.getMetadata().getUid(), container.getName(), count);
    if (given.isEmpty()) {
      throw new Blocked(
          "CreateContainerError",
          "Waiting for %d GPUs: the machine's others are held by pods that still run."
              .formatted(count));
    }
    return given.map(list -> list.stream().map(String::valueOf).collect(Collectors.joining(",")));
  }

  private Path directory(Pod pod, Container container) {
    var work = files.work(pod.getMetadata().getUid());
    return Optional.ofNullable(container.getWorkingDir())
        .filter(path -> !path.isEmpty())
        .or(
            () ->
                Optional.ofNullable(pod.getMetadata().getAnnotations())
                    .map(annotations -> annotations.get(WORKING_DIR)))
        .map(work::resolve)
        .orElse(work);
  }

  private final class ClusterSources implements Environment.Sources {
    private final Pod pod;
    private final PodFacts facts;

    ClusterSources(Pod pod, PodFacts facts) {
      this.pod = pod;
      this.facts = facts;
    }

    @Override
    public Optional<Map<String, String>> configMap(String name) {
      return Optional.ofNullable(client.configMaps().inNamespace(namespace()).withName(name).get())
          .map(map -> map.getData() == null ? Map.of() : map.getData());
    }

    @Override
    public Optional<Map<String, String>> secret(String name) {
      return Optional.ofNullable(client.secrets().inNamespace(namespace()).withName(name).get())
          .map(
              secret -> {
                var decoded = new HashMap<String, String>();
                Optional.ofNullable(secret.getData())
                    .orElse(Map.of())
                    .forEach(
                        (key, value) ->
                            decoded.put(
                                key,
                                new String(
                                    Base64.getDecoder().decode(value), StandardCharsets.UTF_8)));
                Optional.ofNullable(secret.getStringData()).ifPresent(decoded::putAll);
                return decoded;
              });
    }

    @Override
    public Optional<String> field(String path) {
      return facts.field(path);
    }

    @Override
    public String resource(Container container, String name, Optional<String> divisor) {
      return facts.resource(container, name, divisor);
    }

    private String namespace() {
      return pod.getMetadata().getNamespace();
    }
  }
}
