package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.api.MergePatch;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.Program.Ending;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.controller.Weather;
import dev.trainyard.simulation.proof.Edits.State;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// One job, and what becomes of it as its spec is replaced again and again.
final class EditPath implements Weather {

  /// Long enough for anything to come to rest.
  private static final Duration REST = Duration.ofMinutes(10);

  private static final Duration SLOW = Duration.ofSeconds(2);
  private static final int NODES = 2;
  private static final Map<String, Quantity> FULL = Map.of("pods", new Quantity("0"));

  private final State state;
  private final List<ObjectNode> specs = new ArrayList<>();
  private Optional<Interruption> interruption = Optional.empty();
  private Optional<World> world = Optional.empty();
  private long before;
  private long requests;

  private record Interruption(long request, Duration after, ObjectNode spec) {}

  EditPath(State state) {
    this.state = state;
  }

  EditPath then(ObjectNode spec) {
    specs.add(spec);
    return this;
  }

  /// The last spec is replaced before its change is done with.
  void interruptedAt(long request, Duration after, ObjectNode spec) {
    interruption = Optional.of(new Interruption(request, after, spec));
  }

  /// How many requests the last spec took.
  long requests() {
    return requests;
  }

  /// How everything stood after each spec.
  List<Standing> walked() {
    var here = open();
    world = Optional.of(here);
    var invariants = new Invariants(Sight.of(here));
    var stops = new ArrayList<Standing>();
    for (int i = 0; i < specs.size(); i++) {
      before = here.requests();
      if (i == 0) {
        here.submit(specs.getFirst());
      } else {
        replace(here, specs.get(i));
      }
      here.run(REST.multipliedBy(i + 1L), invariants::check);
      requests = here.requests() - before;
      stops.add(Standing.of(here.store(), Key.of(specs.getFirst())));
    }
    return stops;
  }

  private World open() {
    var program = state == State.ENDED ? succeedsSoon() : Program.ENDLESS;
    var here =
        new World(World.Setup.calm(program).in(this).interleaving().under(MpiMakers.RUNNING_JOBS));
    for (int i = 1; i <= NODES; i++) {
      here.machines().add("n" + i, state == State.WAITING ? FULL : Story.ROOMY);
    }
    here.startControllers();
    return here;
  }

  /// All but workers that wait for what a launcher has them do.
  private static Program succeedsSoon() {
    return (pod, _) ->
        MpiMakers.isWorker(pod)
            ? Optional.empty()
            : Optional.of(new Ending(Duration.ofMinutes(1), 0));
  }

  private void replace(World here, ObjectNode job) {
    here.store()
        .find(Key.of(job))
        .ifPresent(item -> here.api().patchJob(item.key(), changing(item.raw(), job)));
  }

  private static ObjectNode changing(ObjectNode standing, ObjectNode wanted) {
    var patch = JsonNodeFactory.instance.objectNode();
    patch.set(
        "spec", MergePatch.replacing(standing.withObject("/spec"), wanted.withObject("/spec")));
    return patch;
  }

  @Override
  public Fate of(Request request) {
    if (interruption.filter(one -> strikes(one, request)).isEmpty()) {
      return CALM.of(request);
    }
    var here = world.orElseThrow();
    here.agenda().in(interruption.get().after(), () -> replace(here, interruption.get().spec()));
    return new Fate.Served(SLOW, SLOW);
  }

  private boolean strikes(Interruption one, Request request) {
    return world
        .filter(here -> here.agenda().elapsed().compareTo(REST) > 0)
        .filter(_ -> request.number() - before == one.request())
        .isPresent();
  }

  @Override
  public Delivery next(String kind) {
    return new Delivery(Duration.ofMillis(1), OptionalInt.empty(), false, false);
  }
}
