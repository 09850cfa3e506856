package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.kubeflow.Training;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.GangScheduler;
import dev.trainyard.engine.plan.PodPlan;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.Machines.Pace;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.Program.Ending;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.proof.Story.Incident;
import dev.trainyard.simulation.time.Dice;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One reference run per feature of a PyTorchJob.
public final class Stories {

  /// In the environment of every program, and nobody's business.
  static final String SECRET = "correct-horse-battery-staple";

  private static final String BYSTANDER = "job-0-worker-99";
  private static final String TEMPLATE =
      "{spec: {containers: [{name: pytorch, image: none, command: [train], env: [{name: TOKEN,"
          + " value: "
          + SECRET
          + "}]}]}}";
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Duration TRAINING = Duration.ofMinutes(2);
  private static final Duration LONG = Duration.ofHours(6);
  private static final Pace USUAL = Pace.of(Duration.ofSeconds(2), Duration.ofSeconds(3));

  private static final List<Story> OF_ONE_LEADER =
      Stream.of(ends(), failures(), times(), hands(), nodes(), names(), attachments())
          .flatMap(List::stream)
          .toList();
  private static final List<Story> ALL =
      Stream.concat(OF_ONE_LEADER.stream(), leaders().stream()).toList();

  public static List<Story> all() {
    return ALL;
  }

  /// Two that act on what each of them knows undo each other's reports while one of them is behind,
  /// so only these lead to the same end whatever disturbs them.
  static List<Story> ofOneLeader() {
    return OF_ONE_LEADER;
  }

  /// The short ones in which much is made, counted and taken away.
  static List<Story> telling() {
    return List.of(
        named("every pod is cleaned up"),
        named("a worker fails once and is replaced"),
        named("it is suspended while it starts"));
  }

  /// How a job ends, and what stays of it.
  private static List<Story> ends() {
    return List.of(
        of("a job that succeeds", job("cleanPodPolicy: Running", "OnFailure", 2), succeeds()),
        of("every pod is kept", job("cleanPodPolicy: None", "Never", 2), succeeds()),
        of("every pod is cleaned up", job("cleanPodPolicy: All", "Never", 2), succeeds()),
        of("a master alone", job("cleanPodPolicy: Running", "Never", 0), succeeds()),
        of(
            "workers without a master",
            without(job("cleanPodPolicy: Running", "ExitCode", 2), "Master"),
            failsOnce("train-worker-1", 137)),
        of(
            "its master never finds a place",
            job("cleanPodPolicy: None, activeDeadlineSeconds: 60", "Never", 2),
            Program.ENDLESS,
            at(0, "no place for the master", world -> keepWaiting(world, "train-master-0"))));
  }

  private static List<Story> failures() {
    return List.of(
        of(
            "a worker fails once and is replaced",
            job("cleanPodPolicy: Running", "ExitCode", 2),
            failsOnce("train-worker-1", 137)),
        of(
            "a worker restarts in place",
            job("cleanPodPolicy: Running", "OnFailure", 2),
            failsOnce("train-worker-0", 1)),
        of(
            "a permanent failure ends the job",
            job("cleanPodPolicy: Running", "ExitCode", 2),
            failsOnce("train-worker-1", 1)),
        of(
            "the budget of failures is spent",
            job("cleanPodPolicy: Running, backoffLimit: 2", "ExitCode", 1),
            fails("train-worker-0", 137, Duration.ofSeconds(20))),
        of(
            "the budget of failures is spent in place",
            job("cleanPodPolicy: Running, backoffLimit: 3", "OnFailure", 1),
            fails("train-worker-0", 1, Duration.ofSeconds(20))),
        of(
            "two workers fail at once",
            job("cleanPodPolicy: Running, backoffLimit: 4", "ExitCode", 3),
            succeeds(),
            at(
                30,
                "workers 0 and 2 are killed",
                world ->
                    Stream.of("train-worker-0", "train-worker-2")
                        .forEach(name -> world.machines().exit(pod(name), 137, "Error")))),
        of(
            "a worker has succeeded before the master fails",
            job("cleanPodPolicy: Running", "ExitCode", 2),
            (pod, _) ->
                Optional.of(
                    pod.getMetadata().getName().contains("master")
                        ? new Ending(TRAINING, 1)
                        : new Ending(Duration.ofSeconds(20), 0))),
        of(
            "the gang restarts together",
            annotated(
                job("cleanPodPolicy: Running", "ExitCode", 2), Annotations.RESTART_SCOPE, "gang"),
            failsOnce("train-worker-1", 137)),
        of(
            "a program that fails takes its gang along",
            together("gang", job("cleanPodPolicy: Running, backoffLimit: 2", "OnFailure", 2)),
            failsOnce("train-worker-1", 1)),
        of(
            "a program that fails takes its role along",
            together("role", job("cleanPodPolicy: Running, backoffLimit: 2", "OnFailure", 2)),
            failsOnce("train-worker-1", 1)),
        of(
            "two workers of a gang fail at once",
            together("gang", job("cleanPodPolicy: Running, backoffLimit: 2", "OnFailure", 3)),
            succeeds(),
            at(
                30,
                "workers 0 and 2 are killed",
                world ->
                    Stream.of("train-worker-0", "train-worker-2")
                        .forEach(name -> world.machines().exit(pod(name), 137, "Error")))));
  }

  private static List<Story> times() {
    return List.of(
        of(
            "its time is over",
            job("cleanPodPolicy: Running, activeDeadlineSeconds: 60", "Never", 2),
            Program.ENDLESS),
        of(
            "its time is over, and every pod was to be kept",
            job("cleanPodPolicy: None, activeDeadlineSeconds: 60", "Never", 2),
            Program.ENDLESS),
        of(
            "its time is over while a worker fails again and again",
            job("cleanPodPolicy: Running, activeDeadlineSeconds: 112", "ExitCode", 1),
            fails("train-worker-0", 137, Duration.ofSeconds(40))),
        of(
            "its time begins anew when it is resumed",
            job("cleanPodPolicy: Running, activeDeadlineSeconds: 150", "Never", 1),
            succeeds(),
            at(30, "suspended", world -> suspend(world, true)),
            at(300, "resumed", world -> suspend(world, false))),
        of(
            "it expires after it has ended",
            job("cleanPodPolicy: Running, ttlSecondsAfterFinished: 600", "Never", 2),
            succeeds()),
        of(
            "it does not expire before its time",
            job("cleanPodPolicy: Running, ttlSecondsAfterFinished: 86400", "Never", 1),
            succeeds()));
  }

  /// What users do to a job and to what belongs to it.
  private static List<Story> hands() {
    return List.of(
        of(
            "a user deletes the job",
            job("cleanPodPolicy: Running", "Never", 2),
            Program.ENDLESS,
            at(30, "it is deleted", world -> world.deleteJob(Stories.job()))),
        of(
            "a user deletes the job and submits it again at once",
            job("cleanPodPolicy: Running", "Never", 2),
            succeeds(),
            at(
                30,
                "it is deleted and submitted again",
                world -> {
                  world.deleteJob(Stories.job());
                  world.submit(job("cleanPodPolicy: Running", "Never", 2));
                })),
        of(
            "a user deletes a worker",
            job("cleanPodPolicy: Running, backoffLimit: 1", "ExitCode", 2),
            succeeds(),
            at(30, "worker 1 is deleted", world -> delete(world, pod("train-worker-1")))),
        of(
            "a user deletes a worker of a gang",
            together("gang", job("cleanPodPolicy: Running, backoffLimit: 1", "OnFailure", 2)),
            succeeds(),
            at(30, "worker 1 is deleted", world -> delete(world, pod("train-worker-1")))),
        slow(
            "a user deletes a worker of a role",
            together("role", job("cleanPodPolicy: Running, backoffLimit: 1", "OnFailure", 2)),
            mastersTakeAnHour(),
            at(30, "worker 1 is deleted", world -> delete(world, pod("train-worker-1")))),
        of(
            "workers of a gang are taken away and come back",
            together("gang", job("cleanPodPolicy: Running", "OnFailure", 3)),
            succeeds(),
            at(30, "one worker is enough", world -> scale(world, 1)),
            at(31, "three are better", world -> scale(world, 3))),
        of(
            "it is suspended from the beginning",
            suspended(job("cleanPodPolicy: Running", "Never", 2)),
            succeeds(),
            at(60, "resumed", world -> suspend(world, false))),
        of(
            "a user deletes a worker that waits for a place",
            job("cleanPodPolicy: Running, backoffLimit: 1", "ExitCode", 2),
            succeeds(),
            at(0, "no place for worker 1", world -> keepWaiting(world, "train-worker-1")),
            at(20, "worker 1 is deleted", world -> delete(world, pod("train-worker-1"))),
            at(40, "places for all", world -> keepWaiting(world, ""))),
        of(
            "a user deletes a service",
            job("cleanPodPolicy: None", "Never", 0),
            succeeds(),
            at(
                30,
                "the service of the master is deleted",
                world -> delete(world, service("train-master-0")))),
        of(
            "it is suspended and resumed",
            job("cleanPodPolicy: Running", "Never", 2),
            succeeds(),
            at(30, "suspended", world -> suspend(world, true)),
            at(300, "resumed", world -> suspend(world, false))),
        of(
            "it is suspended while it starts",
            job("cleanPodPolicy: Running", "Never", 2),
            succeeds(),
            at(1, "suspended", world -> suspend(world, true)),
            at(60, "resumed", world -> suspend(world, false))),
        slow(
            "it is resumed before its pods are gone",
            job("cleanPodPolicy: Running", "Never", 2),
            succeeds(),
            at(30, "suspended", world -> suspend(world, true)),
            at(60, "resumed", world -> suspend(world, false))),
        new Story(
            "it is resumed and its pods leave one after the other",
            2,
            List.of(job("cleanPodPolicy: Running", "Never", 2)),
            succeeds(),
            lastToStop("train-master-0"),
            List.of(
                at(30, "suspended", world -> suspend(world, true)),
                at(60, "resumed", world -> suspend(world, false)),
                at(
                    90,
                    "a worker that runs without its master fails",
                    world -> world.machines().exit(pod("train-worker-0"), 1, "Error"))),
            LONG),
        of(
            "a hold forgives what failed before it",
            job("cleanPodPolicy: Running, backoffLimit: 2", "ExitCode", 1),
            failsOnce("train-worker-0", 137),
            at(40, "suspended", world -> suspend(world, true)),
            at(90, "resumed", world -> suspend(world, false))),
        of(
            "it succeeds and is suspended while nobody looks",
            job("cleanPodPolicy: Running", "Never", 1),
            succeeds(),
            at(
                100,
                "the operator is away",
                world -> world.crashControllers(Duration.ofSeconds(60))),
            at(140, "suspended", world -> suspend(world, true)),
            at(300, "resumed", world -> suspend(world, false))),
        of(
            "a user asks for a restart",
            job("cleanPodPolicy: Running", "Never", 2),
            succeeds(),
            at(30, "attempt 2 is asked for", world -> annotate(world, Annotations.RESTART, "2"))),
        of(
            "workers are taken away",
            job("cleanPodPolicy: Running", "ExitCode", 3),
            succeeds(),
            at(30, "one worker is enough", world -> scale(world, 1))),
        of(
            "workers are added",
            job("cleanPodPolicy: Running", "ExitCode", 1),
            succeeds(),
            at(30, "three workers are better", world -> scale(world, 3))));
  }

  private static List<Story> nodes() {
    return List.of(
        of(
            "a worker is evicted",
            job("cleanPodPolicy: Running", "ExitCode", 3),
            succeeds(),
            at(
                30,
                "worker 2 is killed",
                world -> world.machines().exit(pod("train-worker-2"), 143, "Error"))),
        of(
            "a node is out of sight for a minute",
            job("cleanPodPolicy: Running", "ExitCode", 3),
            succeeds(),
            at(30, "n1 is out of sight", world -> world.machines().lose("n1")),
            at(90, "n1 is back", world -> world.machines().find("n1"))),
        of(
            "a node dies and keeps a worker",
            large(job("cleanPodPolicy: Running", "ExitCode", 1)),
            mastersTakeAnHour(),
            at(
                30,
                "the node of worker 0 is out of sight",
                world -> world.machines().lose(nodeOf(world, "train-worker-0"))),
            at(1800, "it is back", Stories::findAll)),
        of(
            "a node dies while a worker leaves it",
            large(job("cleanPodPolicy: Running", "ExitCode", 1)),
            mastersTakeAnHour(),
            at(30, "worker 0 is deleted", world -> delete(world, pod("train-worker-0"))),
            at(
                31,
                "its node is out of sight",
                world -> world.machines().lose(nodeOf(world, "train-worker-0"))),
            at(1800, "it is back", Stories::findAll)),
        slow(
            "a worker takes long to stop",
            job("cleanPodPolicy: Running", "ExitCode", 1),
            mastersTakeAnHour(),
            at(30, "worker 0 is deleted", world -> delete(world, pod("train-worker-0")))),
        of(
            "a node is gone",
            large(job("cleanPodPolicy: Running", "ExitCode", 1)),
            mastersTakeAnHour(),
            at(
                30,
                "the node of worker 0 is gone",
                world -> world.machines().destroy(nodeOf(world, "train-worker-0"))),
            at(600, "another comes in its place", Stories::bringBackAll)),
        of(
            "a node is gone with a part of a gang",
            large(together("gang", job("cleanPodPolicy: Running", "ExitCode", 1))),
            mastersTakeAnHour(),
            at(
                30,
                "the node of worker 0 is gone",
                world -> world.machines().destroy(nodeOf(world, "train-worker-0"))),
            at(600, "another comes in its place", Stories::bringBackAll)),
        of(
            "a node is gone with a worker of a gang that is done",
            large(together("gang", job("cleanPodPolicy: Running", "ExitCode", 1))),
            mastersTakeAnHour(),
            at(
                600,
                "the node of worker 0 is gone",
                world -> world.machines().destroy(nodeOf(world, "train-worker-0")))),
        new Story(
            "a node is lost for good",
            1,
            List.of(job("cleanPodPolicy: Running", "ExitCode", 2)),
            (pod, _) -> Optional.of(new Ending(training(pod).multipliedBy(5), 0)),
            USUAL,
            List.of(
                at(90, "n2 joins", world -> world.machines().bringBack("n2", Story.ROOMY)),
                at(100, "n1 is gone", world -> world.machines().destroy("n1"))),
            LONG));
  }

  /// Others around it, some of them with a name it wants.
  private static List<Story> names() {
    return List.of(
        new Story(
            "two jobs side by side",
            2,
            List.of(
                job("cleanPodPolicy: Running", "ExitCode", 1),
                job("other", "cleanPodPolicy: All", "ExitCode", 1)),
            failsOnce("other-worker-0", 137),
            USUAL,
            List.of(),
            LONG),
        amongStrangers(
            "a stranger has the name of a worker",
            new PodBuilder()
                .withMetadata(called("train-worker-0"))
                .withNewSpec()
                .addNewContainer()
                .withName("mine")
                .endContainer()
                .endSpec()
                .build(),
            pod("train-worker-0")),
        amongStrangers(
            "a stranger has the name of a service",
            new ServiceBuilder()
                .withMetadata(called("train-worker-0"))
                .withNewSpec()
                .endSpec()
                .build(),
            service("train-worker-0")));
  }

  /// What a job brings besides pods and services.
  private static List<Story> attachments() {
    return List.of(
        of(
            "an autoscaler scales the workers",
            scaled(),
            firstWorkerSucceeds(),
            at(20, "it asks for three workers", world -> scale(world, 3)),
            at(40, "two are enough at most", world -> world.api().patchJob(job(), mostWorkers(2)))),
        of(
            "an autoscaler is not wanted any more",
            scaled(),
            firstWorkerSucceeds(),
            at(30, "it is taken out", world -> world.api().patchJob(job(), withoutMetrics()))),
        of(
            "an autoscaler rests while its job is suspended",
            scaled(),
            firstWorkerSucceeds(),
            at(30, "suspended", world -> suspend(world, true)),
            at(90, "resumed", world -> suspend(world, false))),
        of(
                "a gang waits for its turn",
                job("cleanPodPolicy: All, activeDeadlineSeconds: 150", "ExitCode", 2),
                succeeds(),
                at(100, "its turn comes", world -> admit(world, "Inqueue")))
            .under(gangsOf("volcano")),
        of(
                "a gang is suspended and waits again",
                job("cleanPodPolicy: Running", "ExitCode", 1),
                succeeds(),
                at(20, "its turn comes", world -> admit(world, "Running")),
                at(50, "suspended", world -> suspend(world, true)),
                at(90, "resumed", world -> suspend(world, false)),
                at(120, "its turn comes again", world -> admit(world, "Running")))
            .under(gangsOf("volcano")),
        of(
                "a gang is marked for another scheduler",
                job("cleanPodPolicy: None, schedulingPolicy: {minAvailable: 2}", "Never", 2),
                succeeds())
            .under(gangsOf("scheduler-plugins-scheduler")));
  }

  private static Settings gangsOf(String scheduler) {
    return Settings.defaults(Settings.Place.CLUSTER)
        .with(Optional.of(GangScheduler.named(scheduler)));
  }

  private static void admit(World world, String phase) {
    var group = new Key("PodGroup", "default", "train");
    if (world.store().find(group).isPresent()) {
      world
          .api()
          .change(
              group,
              one -> {
                var admitted = Serialization.clone((GenericKubernetesResource) one);
                admitted.setAdditionalProperty("status", Map.of("phase", phase));
                return admitted;
              });
    }
  }

  private static ObjectNode scaled() {
    var job = without(job("cleanPodPolicy: Running", "ExitCode", 2), "Master");
    job.withObject("/spec")
        .set(
            "elasticPolicy",
            yaml(
                "{minReplicas: 1, maxReplicas: 4, metrics: [{type: Resource, resource: {name: cpu,"
                    + " target: {type: Utilization, averageUtilization: 80}}}]}"));
    return job;
  }

  private static ObjectNode mostWorkers(int most) {
    return yaml(
        "{spec: {elasticPolicy: {maxReplicas: %1$d}, pytorchReplicaSpecs: {Worker: {replicas: %1$d}}}}"
            .formatted(most));
  }

  private static ObjectNode withoutMetrics() {
    return yaml("{spec: {elasticPolicy: {metrics: null}}}");
  }

  /// One who led goes on, and perhaps nothing reaches it any more.
  private static List<Story> leaders() {
    return List.of(
        of(
            "two lead while a worker fails",
            job("cleanPodPolicy: Running", "ExitCode", 1),
            failsOnce("train-worker-0", 137),
            at(5, "another leads", world -> world.changeLeaders(Duration.ofMinutes(1)))),
        of(
            "an old leader sends a pod away that is gone",
            large(job("cleanPodPolicy: Running", "ExitCode", 1)),
            mastersTakeAnHour(),
            at(30, "worker 0 is deleted", world -> delete(world, pod("train-worker-0"))),
            at(
                31,
                "its node is out of sight",
                world -> world.machines().lose(nodeOf(world, "train-worker-0"))),
            at(80, "another leads", world -> leaveBehind(world, _ -> true, 2)),
            at(90, "the node is back", Stories::findAll)),
        of(
            "an old leader does not know of a failure",
            job("cleanPodPolicy: Running, activeDeadlineSeconds: 112", "ExitCode", 1),
            fails("train-worker-0", 137, Duration.ofSeconds(40)),
            at(30, "another leads", world -> leaveBehind(world, _ -> true, 3))),
        of(
            "an old leader sees pods go and does not know that the job has ended",
            job("cleanPodPolicy: All", "ExitCode", 1),
            succeeds(),
            at(30, "another leads", world -> leaveBehind(world, job().kind()::equals, 3))));
  }

  private static void leaveBehind(World world, Predicate<String> kinds, int minutes) {
    world.leaveLeadersBehind(kinds, Duration.ofMinutes(minutes));
  }

  public static Story named(String name) {
    return all().stream()
        .filter(story -> story.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("there is no story \"%s\"".formatted(name)));
  }

  /// The stranger is there first, and stays for five minutes.
  private static Story amongStrangers(String name, HasMetadata stranger, Key key) {
    return new Story(
        name,
        2,
        List.of(),
        succeeds(),
        USUAL,
        List.of(
            at(0, "a stranger comes", world -> world.api().create(stranger)),
            at(
                1,
                "the job is submitted",
                world -> world.submit(job("cleanPodPolicy: Running", "ExitCode", 1))),
            at(300, "the stranger goes", world -> delete(world, key))),
        LONG);
  }

  private static ObjectMeta called(String name) {
    return new ObjectMetaBuilder().withNamespace("default").withName(name).build();
  }

  private static void suspend(World world, boolean suspended) {
    world.api().patchJob(job(), suspension(suspended));
  }

  private static void scale(World world, int workers) {
    world.api().patchJob(job(), scaling(workers));
  }

  private static void annotate(World world, String annotation, String value) {
    world
        .api()
        .patchJob(
            job(), yaml("{metadata: {annotations: {%s: '%s'}}}".formatted(annotation, value)));
  }

  private static void delete(World world, Key key) {
    world
        .store()
        .find(key)
        .ifPresent(item -> world.api().delete(key, Optional.of(item.uid()), OptionalLong.empty()));
  }

  private static void keepWaiting(World world, String name) {
    world.keepWaiting(
        pod -> pod.name().equals(name) ? Optional.of("no node is good enough") : Optional.empty());
  }

  private static String nodeOf(World world, String pod) {
    return ((Pod) world.store().find(pod(pod)).orElseThrow().typed()).getSpec().getNodeName();
  }

  private static void bringBackAll(World world) {
    List.of("n1", "n2").forEach(node -> world.machines().bringBack(node, Story.ROOMY));
  }

  private static void findAll(World world) {
    List.of("n1", "n2").forEach(world.machines()::find);
  }

  private static Incident at(int seconds, String what, Consumer<World> act) {
    return new Incident(Duration.ofSeconds(seconds), what, act);
  }

  private static Story of(String name, ObjectNode job, Program program, Incident... incidents) {
    return new Story(name, 2, List.of(job), program, USUAL, List.of(incidents), LONG);
  }

  /// Pods need far more time to stop than they are given.
  private static Story slow(String name, ObjectNode job, Program program, Incident... incidents) {
    var pace = Pace.of(Duration.ofSeconds(2), Duration.ofMinutes(5));
    return new Story(name, 2, List.of(job), program, pace, List.of(incidents), LONG);
  }

  private static Pace lastToStop(String name) {
    return new Pace() {
      @Override
      public Duration start() {
        return USUAL.start();
      }

      @Override
      public Duration stop(Pod pod) {
        return pod.getMetadata().getName().equals(name) ? Duration.ofMinutes(5) : USUAL.stop(pod);
      }
    };
  }

  /// The master is the last to end, as where it collects what the others did.
  private static Program succeeds() {
    return (pod, _) -> Optional.of(new Ending(training(pod), 0));
  }

  private static Duration training(Pod pod) {
    return pod.getMetadata().getName().contains("master") ? TRAINING : TRAINING.minusSeconds(60);
  }

  /// One is enough for an elastic job without a master.
  private static Program firstWorkerSucceeds() {
    return (pod, _) ->
        Optional.of(
            new Ending(
                pod.getMetadata().getName().endsWith("-0") ? TRAINING : Duration.ofHours(1), 0));
  }

  private static Program mastersTakeAnHour() {
    return (pod, _) ->
        Optional.of(
            new Ending(
                pod.getMetadata().getName().contains("master")
                    ? Duration.ofHours(1)
                    : Duration.ofMinutes(1),
                0));
  }

  private static Program failsOnce(String name, int code) {
    return (pod, start) ->
        pod.getMetadata().getName().equals(name) && start == 1 && first(pod)
            ? Optional.of(new Ending(Duration.ofSeconds(20), code))
            : Optional.of(new Ending(training(pod), 0));
  }

  private static Program fails(String name, int code, Duration after) {
    return (pod, _) ->
        pod.getMetadata().getName().equals(name)
            ? Optional.of(new Ending(after, code))
            : Optional.of(new Ending(Duration.ofHours(1), 0));
  }

  /// Whether no pod of this role was replaced before, as the pod says.
  private static boolean first(Pod pod) {
    var metadata = pod.getMetadata();
    return number(metadata.getAnnotations(), PodPlan.RESTARTS) == 0
        && number(metadata.getAnnotations(), PodPlan.ATTEMPT) < 2
        && number(metadata.getLabels(), PodPlan.ATTEMPT) < 2;
  }

  private static int number(@Nullable Map<String, String> words, String word) {
    return Stream.ofNullable(words)
        .flatMap(all -> Stream.ofNullable(all.get(word)))
        .mapToInt(Integer::parseInt)
        .findFirst()
        .orElse(0);
  }

  static Key job() {
    return new Key("PyTorchJob", "default", "train");
  }

  private static Key pod(String name) {
    return new Key("Pod", "default", name);
  }

  private static Key service(String name) {
    return new Key("Service", "default", name);
  }

  private static ObjectNode annotated(ObjectNode job, String annotation, String value) {
    job.withObject("/metadata").putObject("annotations").put(annotation, value);
    return job;
  }

  /// No two of its pods fit on one node.
  private static ObjectNode together(String scope, ObjectNode job) {
    return annotated(job, Annotations.RESTART_SCOPE, scope);
  }

  private static ObjectNode suspended(ObjectNode job) {
    job.withObject("/spec/runPolicy").put("suspend", true);
    return job;
  }

  private static ObjectNode large(ObjectNode job) {
    for (var role : job.at("/spec/pytorchReplicaSpecs")) {
      ((ObjectNode) role.at("/template/spec/containers/0"))
          .putObject("resources")
          .putObject("requests")
          .put("cpu", "40");
    }
    return job;
  }

  private static ObjectNode without(ObjectNode job, String role) {
    job.withObject("/spec/pytorchReplicaSpecs").remove(role);
    return job;
  }

  public static ObjectNode suspension(boolean suspended) {
    return yaml("{spec: {runPolicy: {suspend: %s}}}".formatted(suspended));
  }

  static ObjectNode scaling(int workers) {
    return yaml("{spec: {pytorchReplicaSpecs: {Worker: {replicas: %d}}}}".formatted(workers));
  }

  static ObjectNode note(String text) {
    return yaml("{metadata: {annotations: {note: %s}}}".formatted(text));
  }

  /// Nobody's, whatever its labels make one think.
  static Service bystander() {
    return new ServiceBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(BYSTANDER)
        .addToLabels(Training.JOB_NAME_LABEL, "job-0")
        .addToLabels(Training.OPERATOR_NAME_LABEL, Training.CONTROLLER_NAME)
        .endMetadata()
        .build();
  }

  static boolean isBystander(HasMetadata object) {
    return object.getMetadata().getName().equals(BYSTANDER);
  }

  /// A job of any shape.
  public static ObjectNode anyJob(String name, Dice dice) {
    var cleanUp = dice.oneOf(List.of("Running", "All", "None"));
    var deadline = dice.oneIn(6) ? ", activeDeadlineSeconds: " + dice.between(20, 400) : "";
    var expires = dice.oneIn(4) ? ", ttlSecondsAfterFinished: " + dice.between(0, 900) : "";
    var backoff = dice.oneIn(2) ? ", backoffLimit: " + dice.between(0, 5) : ", backoffLimit: 20";
    var restarts = dice.oneOf(List.of("Never", "OnFailure", "ExitCode"));
    var job =
        job(
            name,
            "cleanPodPolicy: " + cleanUp + deadline + expires + backoff,
            restarts,
            dice.between(0, 4));
    return switch (cleanUp + restarts) {
      case "AllOnFailure", "RunningExitCode" -> together("gang", job);
      case "NoneOnFailure", "AllExitCode" -> together("role", job);
      default -> job;
    };
  }

  /// A job that does nothing special, and needs a GPU for each of its pods.
  static ObjectNode plain() {
    return plain(2);
  }

  static ObjectNode plain(int workers) {
    var job = job("cleanPodPolicy: Running", "ExitCode", workers);
    job.at("/spec/pytorchReplicaSpecs")
        .forEach(
            role ->
                ((ObjectNode) role.at("/template/spec/containers/0"))
                    .withObject("/resources/limits")
                    .put("nvidia.com/gpu", 1));
    return job;
  }

  private static ObjectNode job(String runPolicy, String restartPolicy, int workers) {
    return job("train", runPolicy, restartPolicy, workers);
  }

  private static ObjectNode job(String name, String runPolicy, String restartPolicy, int workers) {
    var worker =
        """
        Worker:
          replicas: %d
          restartPolicy: %s
          template: %s
        """
            .formatted(workers, restartPolicy, TEMPLATE)
            .indent(4);
    return yaml(
        """
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata: {name: %3$s, namespace: default}
        spec:
          runPolicy: {%1$s}
          pytorchReplicaSpecs:
            Master:
              replicas: 1
              restartPolicy: %2$s
              template: %4$s
        """
                .formatted(runPolicy, restartPolicy, name, TEMPLATE)
            + (workers == 0 ? "" : worker));
  }

  private static ObjectNode yaml(String text) {
    try {
      return (ObjectNode) YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private Stories() {}
}
