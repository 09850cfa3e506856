package dev.trainyard.yard.node;

import dev.trainyard.yard.apiserver.LogSource;
import dev.trainyard.yard.apiserver.MetricsSource;
import dev.trainyard.yard.node.mpi.Doors;
import dev.trainyard.yard.node.mpi.MpiPod;
import dev.trainyard.yard.node.network.Neighbours;
import dev.trainyard.yard.node.network.Network;
import dev.trainyard.yard.node.network.Networks;
import dev.trainyard.yard.node.network.ServiceName;
import dev.trainyard.yard.node.usage.UsageReader;
import dev.trainyard.yard.node.view.View;
import dev.trainyard.yard.node.view.Views;
import dev.trainyard.yard.node.volumes.HostPaths;
import dev.trainyard.yard.node.volumes.PodVolumes;
import dev.trainyard.yard.streams.ExecSource;
import dev.trainyard.yard.streams.Execution;
import dev.trainyard.yard.streams.Whereabouts;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A node of a cluster whose pods are processes of this machine.
///
/// It is a client of any Kubernetes API. The processes outlive it: closing it, or killing it,
/// leaves them running, and the next node with the same home finds them again.
public final class ProcessNode
    implements LogSource, ExecSource, Whereabouts, MetricsSource, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ProcessNode.class);
  private static final long LISTED_AT_ONCE = 500;

  private final KubernetesClient client;
  private final Options options;
  private final HomeLock lock;
  private final PodFiles files;
  private final BoundPods bound = new BoundPods(this::podChanged);
  private final SharedIndexInformer<Pod> pods;
  private final SharedIndexInformer<Service> services;
  private final View view;
  private final Network network;
  private final Limits limits;
  private final Signposts signposts;
  private final PodVolumes volumes;
  private final Doors doors;
  private final Office office;
  private final Workforce workers;
  private final UsageReader usage;
  private Optional<Membership> membership = Optional.empty();
  private CompletableFuture<Void> adoption = CompletableFuture.completedFuture(null);
  private volatile boolean begun;
  private volatile boolean closed;

  /// Registers the node in a cluster of the same process, adopts what an earlier one left, and runs
  /// what is bound to it.
  public static ProcessNode start(KubernetesClient client, Options options) throws IOException {
    var node = begin(client, options);
    node.awaitAdopted();
    return node;
  }

  /// The same, but returns once the node is registered: how long it takes to read the pods that
  /// were ever here concerns nobody who starts it.
  public static ProcessNode begin(KubernetesClient client, Options options) throws IOException {
    return start(client, options, Optional.empty());
  }

  /// The same in a cluster whose control plane is another process.
  public static ProcessNode join(KubernetesClient client, Options options, Joining joining)
      throws IOException {
    var node = start(client, options, Optional.of(joining));
    node.awaitAdopted();
    return node;
  }

  private static ProcessNode start(
      KubernetesClient client, Options options, Optional<Joining> joining) throws IOException {
    Files.createDirectories(
        options.home(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    var lock = HomeLock.take(options.home());
    ProcessNode node;
    try {
      node = new ProcessNode(client, options, lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
    try {
      node.begin(joining);
      return node;
    } catch (IOException | RuntimeException e) {
      node.close();
      throw e;
    }
  }

  private void begin(Optional<Joining> joining) throws IOException {
    membership =
        Optional.of(
            joining.isPresent()
                ? Membership.joined(client, options, joining.get(), this, this, this, bound::all)
                : Membership.plain(client, options));
    services.addEventHandler(new Change<>(signposts::changed));
    pods.addEventHandler(bound);
    var read = services.start().thenCombine(pods.start(), (_, _) -> this);
    adoption = read.thenAcceptAsync(_ -> adopt(), Thread::startVirtualThread).toCompletableFuture();
  }

  /// Waits until what an earlier node left is taken over.
  private void awaitAdopted() throws IOException {
    try {
      adoption.join();
    } catch (CompletionException e) {
      close();
      throw new IOException("The node cannot take over its pods: " + e.getCause(), e);
    }
  }

  private void adopt() {
    if (closed) {
      return;
    }
    try {
      takeOver();
    } catch (IOException | RuntimeException e) {
      log.atError().setCause(e).log("The node could not take over its pods");
      throw new CompletionException(e);
    }
  }

  private void takeOver() throws IOException {
    for (var pod : pods.getStore().list()) {
      bound.onAdd(pod); // Its event may still be on the way; an unknown pod would be ended.
    }
    network.keepOnly(files.pods());
    volumes.keepOnly(files.pods());
    limits.keepOnly(files.pods());
    office.closeDoors();
    var all = new HashSet<>(files.pods());
    bound.all().forEach(pod -> all.add(pod.getMetadata().getUid()));
    begun = true;
    all.forEach(workers::employ); // Most are over, and need nobody.
    signposts.start();
  }

  /// A pod that is over and settled needs nothing, however many there are; one that is gone needs
  /// somebody to clear away what it left.
  private boolean needsWork(String uid) {
    return bound
        .find(uid)
        .map(pod -> !PodWorker.over(pod) || !files.isSettled(uid))
        .orElseGet(() -> Files.exists(files.pod(uid)));
  }

  private void podChanged(String uid) {
    if (!begun) {
      return;
    }
    workers.employ(uid);
    workers.wakeWaiting();
    signposts.changed();
  }

  @Override
  public boolean write(LogSource.Request request, OutputStream out) throws IOException {
    var container =
        files.find(request.namespace(), request.pod(), request.podUid(), request.container());
    if (container.isEmpty()) {
      return false;
    }
    var runs = new RunsOnDisk(container.get());
    var numbers = runs.numbers();
    var wanted = numbers.size() - (request.previous() ? 2 : 1);
    if (wanted < 0) {
      return false;
    }
    new LogReader(runs.files(numbers.get(wanted)), request, out, () -> closed).write();
    return true;
  }

  @Override
  public Optional<Execution> start(ExecSource.Request request) throws IOException {
    var pod = pod(request.namespace(), request.pod());
    if (pod.flatMap(it -> PodSpecs.container(it, request.container())).isEmpty()) {
      return Optional.empty();
    }
    var uid = pod.orElseThrow().getMetadata().getUid();
    var runs = new RunsOnDisk(files.container(uid, request.container()));
    var newest = runs.newest();
    return newest.isEmpty()
        ? Optional.empty()
        : ContainerCommand.start(runs.files(newest.getAsInt()), request);
  }

  @Override
  public Optional<InetSocketAddress> locate(String namespace, String pod, int port)
      throws IOException {
    var here = pod(namespace, pod);
    return here.isEmpty() ? Optional.empty() : Optional.of(network.reach(here.get(), port));
  }

  @Override
  public Optional<Reading> read() {
    try {
      var rates = usage.read();
      var pods = bound.all().stream().flatMap(pod -> PodUsages.of(pod, rates).stream()).toList();
      return Optional.of(
          new Reading(
              options.nodeName(),
              rates.at(),
              rates.window(),
              PodUsages.usage(rates.machine()),
              pods));
    } catch (IOException e) {
      log.atWarn().addKeyValue("why", e.getMessage()).log("What pods use could not be read");
      return Optional.empty();
    }
  }

  private Optional<Pod> pod(String namespace, String name) {
    return bound.all().stream()
        .filter(pod -> pod.getMetadata().getNamespace().equals(namespace))
        .filter(pod -> pod.getMetadata().getName().equals(name))
        .findFirst();
  }

  /// Ends every process of this node and waits until they are gone. Nothing starts afterwards.
  public void stopAll() throws InterruptedException {
    adoption.exceptionally(_ -> null).join();
    workers.drain();
  }

  /// Stops looking after the pods. Their processes go on.
  @Override
  public void close() throws IOException {
    closed = true;
    membership.ifPresent(Membership::close);
    usage.close();
    pods.close();
    services.close();
    signposts.close();
    workers.close();
    volumes.close();
    network.close();
    limits.close();
    lock.close();
  }

  private final class Office implements Workplace {
    private final PodClient podClient = new PodClient(client);
    private final GpuBook gpus;
    private final SystemCallFilters filters = new SystemCallFilters(options.home());
    private final ContainerStarter starter;

    Office() throws IOException {
      gpus = new GpuBook(options.home().resolve("gpus"), Machine.gpus(Path.of("/dev")));
      var scenes = new Scenes(files, volumes, network, options.hidden());
      var arrangements = new Arrangements(client, options.nodeName(), network, doors);
      starter =
          new ContainerStarter(
              client,
              options,
              files,
              network,
              view,
              scenes,
              arrangements,
              limits,
              Machine.capacity(),
              gpus,
              filters);
    }

    @Override
    public Optional<Pod> pod(String uid) {
      return bound.find(uid);
    }

    @Override
    public List<Pod> pods() {
      return bound.all();
    }

    @Override
    public Options options() {
      return options;
    }

    @Override
    public PodFiles files() {
      return files;
    }

    @Override
    public PodClient client() {
      return podClient;
    }

    @Override
    public ContainerStarter starter() {
      return starter;
    }

    @Override
    public PodEvents events() {
      return new PodEvents(client, options.nodeName(), options.clock());
    }

    @Override
    public Network network() {
      return network;
    }

    @Override
    public PodVolumes volumes() {
      return volumes;
    }

    @Override
    public Limits limits() {
      return limits;
    }

    @Override
    public SystemCallFilters filters() {
      return filters;
    }

    @Override
    public GpuBook gpus() {
      return gpus;
    }

    @Override
    public void closeDoors() throws IOException {
      doors.keepOnly(
          bound.all().stream().flatMap(pod -> MpiPod.of(pod).stream()).map(MpiPod::job).toList());
    }

    @Override
    public boolean draining() {
      return workers.draining();
    }

    @Override
    public void done(String uid) {
      workers.dismiss(uid);
    }

    @Override
    public void look(String uid) {
      workers.employ(uid);
    }
  }

  private final class Cluster implements Neighbours {
    @Override
    public List<Service> services() {
      return servedByPods(services.getStore().list());
    }

    @Override
    public List<Service> servicesNow(String namespace) {
      return servedByPods(client.services().inNamespace(namespace).list().getItems());
    }

    /// The API is no pod's, and its name in a program's words no address that is another here.
    private List<Service> servedByPods(List<Service> all) {
      return all.stream()
          .filter(
              service ->
                  !ServiceName.API.equals(
                      new ServiceName(
                          service.getMetadata().getNamespace(), service.getMetadata().getName())))
          .toList();
    }

    @Override
    public List<Pod> pods() {
      return bound.all();
    }
  }

  private final class Known implements PodVolumes.Facts {
    @Override
    public Optional<String> field(Pod pod, String path) throws IOException {
      return facts(pod).field(path);
    }

    @Override
    public String resource(Pod pod, Container container, String name, Optional<String> divisor)
        throws IOException {
      return facts(pod).resource(container, name, divisor);
    }

    private PodFacts facts(Pod pod) throws IOException {
      return new PodFacts(pod, network.join(pod), Machine.capacity());
    }
  }

  private record Change<T>(Runnable changed) implements ResourceEventHandler<T> {
    @Override
    public void onAdd(T thing) {
      changed.run();
    }

    @Override
    public void onUpdate(T before, T after) {
      changed.run();
    }

    @Override
    public void onDelete(T thing, boolean finalStateUnknown) {
      changed.run();
    }
  }

  /// A node that cannot even begin says so; one that has begun never stops to look.
  private static boolean goesOn(boolean begun, Throwable failure) {
    return begun;
  }

  private ProcessNode(KubernetesClient client, Options options, HomeLock lock) throws IOException {
    this.client = client;
    this.options = options;
    this.lock = lock;
    this.files = new PodFiles(options.home());
    this.pods =
        client
            .pods()
            .inAnyNamespace()
            .withField("spec.nodeName", options.nodeName())
            .withLimit(LISTED_AT_ONCE)
            .runnableInformer(0)
            .itemStore(BoundPods.memory())
            .exceptionHandler(ProcessNode::goesOn);
    this.services =
        client
            .services()
            .inAnyNamespace()
            .withLimit(LISTED_AT_ONCE)
            .runnableInformer(0)
            .exceptionHandler(ProcessNode::goesOn);
    this.view = Views.choose(options.mounting(), options.home(), options.notice());
    this.network =
        Networks.choose(
            options.networking(),
            view.mounts(),
            options.home(),
            new Cluster(),
            options.doorway(),
            options.notice());
    this.limits = Limits.choose(options);
    this.signposts = new Signposts(network);
    this.volumes =
        new PodVolumes(
            client,
            options.home(),
            new HostPaths(options.hidden()),
            view.mounts(),
            files::ofPod,
            new Known(),
            options.clock(),
            options.notice());
    this.doors = new Doors(options.home());
    this.office = new Office();
    this.workers = new Workforce(this::needsWork, uid -> new PodWorker(office, uid));
    this.usage = UsageReader.start(options.home().resolve("pods"), options.clock());
  }
}
