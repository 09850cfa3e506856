package dev.trainyard.dialects.kubeflow;

import dev.trainyard.api.kubeflow.JobCondition;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.engine.lifecycle.Lifecycle;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Observed.NodeFact;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Observed.ObservedObject;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodPlan;
import dev.trainyard.engine.plan.PodReading;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// One job between its dialect and the engine: what is decided is stored in the job's own status,
/// and what the engine knows next time is what can be read from there.
final class SmallCluster {

  private static final PyTorchJobDialect DIALECT = new PyTorchJobDialect();
  private static final int MANY_PASSES = 30;

  private final Map<String, Pod> pods = new TreeMap<>();
  private final Map<String, ObservedObject> services = new TreeMap<>();
  private final List<String> events = new ArrayList<>();
  private PyTorchJob job;
  private Instant now = StateMaker.at(0);
  private int created;
  private int writes;

  SmallCluster(JobMaker maker) {
    this.job = maker.build();
    settle();
  }

  SmallCluster after(long seconds) {
    now = now.plusSeconds(seconds);
    settle();
    return this;
  }

  SmallCluster annotate(String key, String value) {
    var metadata = new ObjectMetaBuilder(job.metadata()).addToAnnotations(key, value).build();
    job = new PyTorchJob(metadata, job.spec(), job.status());
    settle();
    return this;
  }

  SmallCluster everyPodRuns() {
    pods.replaceAll((_, pod) -> finished(pod) ? pod : withPhase(pod, "Running", Optional.empty()));
    return after(1);
  }

  SmallCluster podEnds(String name, int code) {
    pods.computeIfPresent(
        name, (_, pod) -> withPhase(pod, code == 0 ? "Succeeded" : "Failed", Optional.of(code)));
    return after(1);
  }

  SmallCluster edit(JobMaker maker) {
    job = new PyTorchJob(job.metadata(), maker.build().spec(), job.status());
    return after(1);
  }

  PyTorchJob job() {
    return job;
  }

  Set<String> pods() {
    return pods.keySet();
  }

  List<String> events() {
    return events;
  }

  int writes() {
    return writes;
  }

  String conditions() {
    return Conditions.of(Optional.ofNullable(job.status())).list().stream()
        .map(SmallCluster::brief)
        .collect(Collectors.joining(" "));
  }

  private static String brief(JobCondition condition) {
    return condition.type() + "=" + condition.status();
  }

  /// Until a pass neither acts nor changes what is stored.
  private void settle() {
    for (int pass = 0; pass < MANY_PASSES; pass++) {
      var decision = Lifecycle.decide(read(), observe(), now);
      var told = StateMaker.stored(job, decision.state());
      var recalled = DIALECT.recall(told).remember();
      if (decision.state().remember().needsStoringBefore(recalled)) {
        throw new AssertionError("lost: %s%nkept: %s".formatted(decision.state(), recalled));
      }
      if (told.equals(job) && decision.steps().isEmpty()) {
        return;
      }
      writes += told.equals(job) ? 0 : 1;
      job = told;
      apply(decision);
    }
    throw new AssertionError("never at rest: " + job);
  }

  private void apply(Decision decision) {
    for (var step : decision.steps()) {
      switch (step) {
        case Step.CreatePod create -> {
          var pod = PodPlan.pod(read(), create);
          pods.put(pod.getMetadata().getName(), born(pod));
        }
        case Step.DeletePod(_, var name, _, _) -> pods.remove(name);
        case Step.CreateService(var replica) -> {
          var name = Plan.serviceName(read(), replica);
          var ref = new ObjectRef("v1", "Service", name, "uid-" + name);
          services.put(name, new ObservedObject(ref, Optional.empty(), true));
        }
        case Step.DeleteObject(var object) -> services.remove(object.name());
        case Step.ClaimName _,
            Step.CreateObject _,
            Step.UpdateObject _,
            Step.CreateChild _,
            Step.HoldChild _,
            Step.DeleteJob _ ->
            throw new AssertionError("not expected: " + step);
      }
    }
    decision.facts().stream()
        .flatMap(fact -> DIALECT.tell(job, fact).stream())
        .map(EventText::reason)
        .forEach(events::add);
  }

  private TrainingJob read() {
    return switch (DIALECT.read(job, JobMaker.lookup(Place.CLUSTER))) {
      case Reading.Job(var read) -> read;
      case Reading.NotOurs(var why) -> throw new AssertionError(why);
      case Reading.Refused(var problems) -> throw new AssertionError(problems.toString());
    };
  }

  private Observed observe() {
    return new Observed(
        pods.values().stream().flatMap(pod -> PodReading.observe(read(), pod).stream()).toList(),
        List.of(),
        Set.copyOf(services.values()),
        List.of(),
        Map.of("node", new NodeFact(true, now)),
        true,
        true,
        false,
        DIALECT.recall(job));
  }

  private Pod born(Pod pod) {
    return new PodBuilder(pod)
        .editMetadata()
        .withUid("pod-" + ++created)
        .withCreationTimestamp(now.toString())
        .endMetadata()
        .withNewStatus()
        .withPhase("Pending")
        .endStatus()
        .build();
  }

  private Pod withPhase(Pod pod, String phase, Optional<Integer> code) {
    var main = new ContainerStatusBuilder().withName("pytorch").withRestartCount(0);
    code.ifPresent(
        exit ->
            main.withNewState()
                .withNewTerminated()
                .withExitCode(exit)
                .withFinishedAt(now.toString())
                .endTerminated()
                .endState());
    return new PodBuilder(pod)
        .editSpec()
        .withNodeName("node")
        .endSpec()
        .withNewStatus()
        .withPhase(phase)
        .withContainerStatuses(main.build())
        .endStatus()
        .build();
  }

  private static boolean finished(Pod pod) {
    return Set.of("Succeeded", "Failed").contains(pod.getStatus().getPhase());
  }
}
