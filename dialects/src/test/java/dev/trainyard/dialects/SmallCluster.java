package dev.trainyard.dialects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Dialects.Registered;
import dev.trainyard.engine.lifecycle.Lifecycle;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Observed.NodeFact;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Observed.ObservedObject;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Claim;
import dev.trainyard.engine.plan.HostLists;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodPlan;
import dev.trainyard.engine.plan.PodReading;
import dev.trainyard.engine.plan.SecretPlan;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// One job between its dialect and the engine: what is decided is stored in the job's own status,
/// and what the engine knows next time is what can be read from there.
public final class SmallCluster<R> {

  private static final int MANY_PASSES = 30;

  private final Registered<R> kind;
  private final Lookup lookup;
  private final Map<String, Pod> pods = new TreeMap<>();
  private final Map<String, ObservedObject> services = new TreeMap<>();
  private final Map<String, GenericKubernetesResource> objects = new TreeMap<>();
  private final Map<String, SmallChild> children = new TreeMap<>();
  private final List<EventText> events = new ArrayList<>();
  private R job;
  private Instant now;
  private boolean podsLinger;
  private boolean gone;
  private int created;
  private int writes;

  private SmallCluster(Registered<R> kind, ObjectNode job, Lookup lookup, Instant now) {
    this.kind = kind;
    this.lookup = lookup;
    this.now = now;
    this.job = parsed(job);
    settle();
  }

  public static <R> SmallCluster<R> of(
      Registered<R> kind, ObjectNode job, Lookup lookup, Instant now) {
    return new SmallCluster<>(kind, job, lookup, now);
  }

  public SmallCluster<R> after(long seconds) {
    now = now.plusSeconds(seconds);
    settle();
    return this;
  }

  public SmallCluster<R> annotate(String key, String value) {
    var tree = tree();
    tree.withObject("/metadata/annotations").put(key, value);
    job = parsed(tree);
    settle();
    return this;
  }

  /// The spec of another job.
  public SmallCluster<R> edit(ObjectNode other) {
    var tree = tree();
    tree.set("spec", other.path("spec"));
    job = parsed(tree);
    return after(1);
  }

  public SmallCluster<R> everyPodRuns() {
    pods.replaceAll(
        (_, pod) ->
            PodTurns.hasFinished(pod) || PodTurns.isLeaving(pod) ? pod : PodTurns.running(pod));
    return after(1);
  }

  public SmallCluster<R> podRuns(String name) {
    return change(name, PodTurns::running);
  }

  public SmallCluster<R> podEnds(String name, int code) {
    return change(name, pod -> PodTurns.ended(pod, code, now));
  }

  /// One container of a pod ends, the others go on.
  public SmallCluster<R> containerEnds(String name, String container, int code) {
    return change(name, pod -> PodTurns.containerEnded(pod, container, code, now));
  }

  /// Without any of its containers having ended.
  public SmallCluster<R> podIsEvicted(String name) {
    return change(name, PodTurns::evicted);
  }

  /// Makes room for somebody else, as a scheduler says it before it deletes the pod.
  public SmallCluster<R> podIsPreempted(String name, String incident) {
    return change(name, pod -> PodTurns.preempted(pod, incident, now));
  }

  public SmallCluster<R> podIsOutOfSight(String name) {
    return change(name, PodTurns::outOfSight);
  }

  /// Nobody asked for it.
  public SmallCluster<R> podVanishes(String name) {
    pods.remove(name);
    return after(1);
  }

  private SmallCluster<R> change(String name, Function<Pod, Pod> change) {
    if (pods.computeIfPresent(name, (_, pod) -> change.apply(pod)) == null) {
      throw new AssertionError("no pod %s among %s".formatted(name, pods.keySet()));
    }
    return after(1);
  }

  /// The controller of a child Job makes its pod, which runs.
  public SmallCluster<R> childRuns(String role, String pod) {
    var template = child(role).<Object>get("spec", "template");
    var made = Json.MAPPER.convertValue(template, Pod.class);
    made.getMetadata().setName(pod);
    pods.put(pod, PodTurns.running(born(made)));
    return after(1);
  }

  /// A pod that the controller of a child has made.
  public SmallCluster<R> othersPod(String name, Map<String, String> labels) {
    pods.put(
        name,
        born(
            new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .endContainer()
                .endSpec()
                .build()));
    return after(1);
  }

  /// Its pod fails, and the Job counts that.
  public SmallCluster<R> childPodFails(String role, String pod) {
    children.computeIfPresent(role, (_, child) -> child.failedOnce());
    return podEnds(pod, 1);
  }

  public SmallCluster<R> childEnds(String role, boolean success, String reason, String message) {
    children.computeIfPresent(role, (_, child) -> child.ended(success, reason, message));
    return after(1);
  }

  /// As a Job does that expires.
  public SmallCluster<R> childGoes(String role) {
    children.remove(role);
    return after(1);
  }

  public GenericKubernetesResource child(String role) {
    return Optional.ofNullable(children.get(role))
        .map(SmallChild::object)
        .orElseThrow(
            () -> new AssertionError("no child %s among %s".formatted(role, children.keySet())));
  }

  /// The roles that children carry, with `-` where they are on hold.
  public Set<String> children() {
    return children.entrySet().stream()
        .map(entry -> (entry.getValue().held() ? "-" : "") + entry.getKey())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /// From here on pods take their time to go.
  public SmallCluster<R> letPodsLinger() {
    podsLinger = true;
    return this;
  }

  public SmallCluster<R> lastPodsGo() {
    pods.values().removeIf(PodTurns::isLeaving);
    return after(1);
  }

  /// Somebody takes an entry out of a ConfigMap or a Secret of the job's.
  public SmallCluster<R> entryGoes(String kindAndName, String entry) {
    Map<String, Object> left = new TreeMap<>(object(kindAndName).<Map<String, Object>>get("data"));
    left.remove(entry);
    object(kindAndName).setAdditionalProperty("data", left);
    return after(1);
  }

  /// Somebody else takes an object away.
  public SmallCluster<R> objectVanishes(String kindAndName) {
    objects.remove(kindAndName);
    return after(1);
  }

  /// What a controller of its own says of an object beside the job.
  public SmallCluster<R> conditionOf(String kind, String type, String status) {
    objects.values().stream()
        .filter(object -> object.getKind().equals(kind))
        .forEach(
            object ->
                object.setAdditionalProperty(
                    "status",
                    Map.of("conditions", List.of(Map.of("type", type, "status", status)))));
    return after(1);
  }

  /// Whether it was deleted, having been there for long enough.
  public boolean isGone() {
    return gone;
  }

  public R job() {
    return job;
  }

  /// The job as it is stored.
  public ObjectNode tree() {
    return kind.codec().write(job);
  }

  public Instant now() {
    return now;
  }

  public Set<String> pods() {
    return new TreeSet<>(pods.keySet());
  }

  public Pod pod(String name) {
    return Optional.ofNullable(pods.get(name))
        .orElseThrow(() -> new AssertionError("no pod %s among %s".formatted(name, pods.keySet())));
  }

  public Set<String> services() {
    return new TreeSet<>(services.keySet());
  }

  /// The other objects, each as its kind and name.
  public Set<String> objects() {
    return new TreeSet<>(objects.keySet());
  }

  public GenericKubernetesResource object(String kindAndName) {
    return Optional.ofNullable(objects.get(kindAndName))
        .orElseThrow(
            () -> new AssertionError("no %s among %s".formatted(kindAndName, objects.keySet())));
  }

  /// The reasons of the events so far.
  public List<String> events() {
    return events.stream().map(EventText::reason).toList();
  }

  /// The events so far in full.
  public List<EventText> told() {
    return List.copyOf(events);
  }

  /// What is told of it though it is accepted, each as its reason and text.
  public List<String> advice() {
    var dialect = kind.dialect();
    return dialect.tell(job, dialect.validate(job, Optional.empty(), surroundings())).stream()
        .map(event -> "%s %s".formatted(event.reason(), event.message()))
        .toList();
  }

  public int writes() {
    return writes;
  }

  public String conditions() {
    return StreamSupport.stream(tree().at("/status/conditions").spliterator(), false)
        .map(SmallCluster::brief)
        .collect(Collectors.joining(" "));
  }

  private static String brief(JsonNode condition) {
    return condition.path("type").asText() + "=" + condition.path("status").asText();
  }

  /// Until a pass neither acts nor changes what is stored.
  private void settle() {
    for (int pass = 0; pass < MANY_PASSES && !gone; pass++) {
      var read = read();
      var decision = Lifecycle.decide(read, observe(read), now);
      var told = kind.dialect().withStatus(job, read, decision.state(), now);
      requireKept(read, decision.state().remember(), kind.dialect().recall(told).remember());
      if (told.equals(job) && decision.steps().isEmpty()) {
        return;
      }
      writes += told.equals(job) ? 0 : 1;
      decision.facts().stream()
          .flatMap(fact -> kind.dialect().tell(job, fact).stream())
          .forEach(events::add);
      job = told;
      apply(read, decision);
    }
    if (!gone) {
      throw new AssertionError("never at rest: " + job);
    }
  }

  private static void requireKept(TrainingJob job, Remembered told, Remembered recalled) {
    if (relevant(job, told).needsStoringBefore(relevant(job, recalled))) {
      throw new AssertionError("lost: %s%nkept: %s".formatted(told, recalled));
    }
  }

  /// When something failed last matters to those who wait longer each time.
  private static Remembered relevant(TrainingJob job, Remembered memory) {
    var tally = memory.tally();
    return job.budget().backoff().isPresent()
        ? memory
        : memory.with(
            new Tally(tally.restartsByRole(), tally.inRow(), Optional.empty(), tally.forgiven()));
  }

  private void apply(TrainingJob read, Decision decision) {
    for (var step : decision.steps()) {
      switch (step) {
        case Step.CreatePod create -> {
          var pod = PodPlan.pod(read, create);
          if (pods.putIfAbsent(pod.getMetadata().getName(), born(pod)) != null) {
            throw new AssertionError("still there: " + pod.getMetadata().getName());
          }
        }
        case Step.DeletePod(_, var name, _, _) -> {
          if (podsLinger) {
            pods.computeIfPresent(name, (_, pod) -> PodTurns.departing(pod, now));
          } else {
            pods.remove(name);
          }
        }
        case Step.CreateService(var replica) -> {
          var name = Plan.serviceName(read, replica);
          var ref = new ObjectRef("v1", "Service", name, "uid-" + name);
          services.put(name, new ObservedObject(ref, Optional.empty(), true));
        }
        case Step.CreateObject(var attachment, var hosts) -> write(read, attachment, hosts);
        case Step.UpdateObject(var attachment, _, var hosts) -> write(read, attachment, hosts);
        case Step.DeleteObject(var object) -> {
          services.remove(object.name());
          objects.remove(key(object.kind(), object.name()));
        }
        case Step.CreateChild(var role) -> {
          if (read.role(role).orElseThrow().carrier() instanceof Carrier.Child child) {
            children.put(role, SmallChild.made(Plan.child(read, child), child));
          }
        }
        case Step.HoldChild(var role, _, var held) -> {
          children.computeIfPresent(role, (_, child) -> child.held(held));
          if (held) {
            pods.values().removeIf(pod -> carries(read, role, pod));
          }
        }
        case Step.ReleaseChild(var role, _) -> {
          if (read.role(role).orElseThrow().carrier() instanceof Carrier.Child carrier) {
            children.computeIfPresent(role, (_, child) -> child.released(carrier.desired()));
          }
        }
        case Step.ClaimName(var claim) -> claim(read, claim);
        case Step.DeleteJob _ -> gone = true;
      }
    }
  }

  /// A controller takes the pods of what is on hold away.
  private static boolean carries(TrainingJob read, String role, Pod pod) {
    return PodReading.observe(read, pod)
        .filter(one -> one.replica().role().equals(role))
        .isPresent();
  }

  private void write(TrainingJob read, Attachment attachment, List<String> hosts) {
    var object =
        switch (attachment.content()) {
          case Content.Given _, Content.HostList _ -> Plan.object(read, attachment, hosts);
          case Content.KeyPair keys ->
              SecretPlan.secret(
                  read,
                  attachment,
                  SecretPlan.entries(keys, "key " + ++created, "lock " + created));
          case Content.EnvFile _ -> secret(attachment);
          case Content.Literals literals -> SecretPlan.secret(read, attachment, literals.entries());
        };
    var name = key(attachment.kind(), attachment.name());
    object.getMetadata().setUid("uid-" + attachment.name());
    objects.put(name, object);
  }

  /// The first number that nobody has.
  private void claim(TrainingJob read, Claim claim) {
    int number = 0;
    while (objects.containsKey(key("ConfigMap", claim.name(number)))
        || lookup.find("ConfigMap", read.id().namespace(), claim.name(number)).isPresent()) {
      number++;
    }
    var claimed = Plan.claim(read, claim, number);
    var name = claimed.getMetadata().getName();
    claimed.getMetadata().setUid("uid-" + name);
    objects.put(key(claimed.getKind(), name), claimed);
  }

  /// The surroundings, and what the job has brought itself.
  private Lookup surroundings() {
    return new Lookup() {
      @Override
      public Optional<GenericKubernetesResource> find(String kind, String namespace, String name) {
        return lookup.find(kind, namespace, name);
      }

      @Override
      public List<GenericKubernetesResource> list(String kind, String namespace) {
        return Stream.concat(
                lookup.list(kind, namespace).stream(),
                objects.values().stream().filter(object -> object.getKind().equals(kind)))
            .toList();
      }

      @Override
      public boolean sees(String kind) {
        return lookup.sees(kind);
      }

      @Override
      public Settings settings() {
        return lookup.settings();
      }
    };
  }

  private static GenericKubernetesResource secret(Attachment attachment) {
    var secret = new GenericKubernetesResource();
    secret.setApiVersion(attachment.apiVersion());
    secret.setKind(attachment.kind());
    secret.setMetadata(new ObjectMetaBuilder().withName(attachment.name()).build());
    return secret;
  }

  private static String key(String kind, String name) {
    return kind + "/" + name;
  }

  private TrainingJob read() {
    return switch (kind.dialect().read(job, surroundings())) {
      case Reading.Job(var read) -> read;
      case Reading.NotOurs(var why) -> throw new AssertionError(why);
      case Reading.Refused(var problems) -> throw new AssertionError(problems.toString());
    };
  }

  private R parsed(ObjectNode tree) {
    return switch (kind.codec().parse(tree)) {
      case Parsed.Understood<R>(var resource) -> resource;
      case Parsed.NotUnderstood<R>(var problems) -> throw new AssertionError(problems.toString());
    };
  }

  private Observed observe(TrainingJob read) {
    return new Observed(
        pods.values().stream().flatMap(pod -> PodReading.observe(read, pod).stream()).toList(),
        children.entrySet().stream()
            .map(one -> one.getValue().observed(one.getKey(), now))
            .toList(),
        Stream.concat(services.values().stream(), objects.values().stream().map(this::observed))
            .collect(Collectors.toSet()),
        listedHosts(read),
        Map.of("node", new NodeFact(true, now)),
        true,
        read.naming().claim().isEmpty(),
        false,
        kind.dialect().recall(job));
  }

  private ObservedObject observed(GenericKubernetesResource object) {
    var metadata = object.getMetadata();
    boolean ready =
        kind.dialect().attaches(lookup.settings()).stream()
            .filter(one -> one.names(object.getApiVersion(), object.getKind()))
            .allMatch(one -> one.readiness().of(object));
    return new ObservedObject(
        new ObjectRef(
            object.getApiVersion(), object.getKind(), metadata.getName(), metadata.getUid()),
        Optional.ofNullable(metadata.getAnnotations())
            .map(annotations -> annotations.get(Plan.CONTENT_DIGEST)),
        ready,
        kind.dialect().attaches(lookup.settings()).stream()
            .filter(one -> one.names(object.getApiVersion(), object.getKind()))
            .flatMap(one -> one.entries(object).stream())
            .findFirst());
  }

  private List<String> listedHosts(TrainingJob read) {
    return HostLists.following(read)
        .flatMap(
            list ->
                Optional.ofNullable(objects.get(key(list.kind(), list.name())))
                    .map(object -> hosts(read, list, object)))
        .orElse(List.of());
  }

  private static List<String> hosts(
      TrainingJob read, Attachment list, GenericKubernetesResource object) {
    var texts = new LinkedHashMap<String, String>();
    if (list.content() instanceof Content.HostList(var keys)
        && object.get("data") instanceof Map<?, ?> data) {
      data.forEach((key, text) -> texts.put(String.valueOf(key), String.valueOf(text)));
      return HostLists.read(read, keys, texts);
    }
    return List.of();
  }

  private Pod born(Pod pod) {
    return PodTurns.born(pod, "pod-" + ++created, now);
  }
}
