package dev.trainyard.simulation.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.operator.kinds.Registration;
import dev.trainyard.simulation.api.Api;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.api.Store;
import dev.trainyard.simulation.controller.Controller;
import dev.trainyard.simulation.controller.Ledger;
import dev.trainyard.simulation.controller.Parts;
import dev.trainyard.simulation.controller.Weather;
import dev.trainyard.simulation.time.Agenda;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// A whole cluster in virtual time: API server, controllers, scheduler, nodes and garbage
/// collector, in one thread. The same setup makes the same run.
public final class World {

  private final Setup setup;
  private final Agenda agenda;
  private final Store store = new Store();
  private final Api api;
  private final Machines machines;
  private final Desk desk;
  private final Ledger ledger = new Ledger();
  private final List<Controller> controllers = new ArrayList<>();
  private final Set<Controller> formerLeaders = new HashSet<>();
  private final Set<String> seen = new HashSet<>();

  /// Whether whoever has a new kind of job to look after would begin at once.
  private boolean led;

  /// How a world runs.
  ///
  /// @param parts makes what each controller is made of
  /// @param crashRests how long a crashed controller is away
  /// @param interleaved whether passes may stop in the middle of their requests
  public record Setup(
      Agenda agenda,
      Weather weather,
      Supplier<Parts> parts,
      Program program,
      Machines.Pace pace,
      Duration crashRests,
      boolean interleaved,
      Settings settings) {

    public static Setup calm(Program program) {
      return new Setup(
          Agenda.inOrder(),
          Weather.CALM,
          Parts::ours,
          program,
          Machines.Pace.of(Duration.ofSeconds(2), Duration.ZERO),
          Duration.ofSeconds(3),
          false,
          Settings.defaults(Settings.Place.CLUSTER));
    }

    public Setup at(Machines.Pace pace) {
      return new Setup(agenda, weather, parts, program, pace, crashRests, interleaved, settings);
    }

    public Setup with(Supplier<Parts> parts) {
      return new Setup(agenda, weather, parts, program, pace, crashRests, interleaved, settings);
    }

    public Setup in(Weather weather) {
      return new Setup(agenda, weather, parts, program, pace, crashRests, interleaved, settings);
    }

    public Setup interleaving() {
      return new Setup(agenda, weather, parts, program, pace, crashRests, true, settings);
    }

    public Setup under(Settings settings) {
      return new Setup(agenda, weather, parts, program, pace, crashRests, interleaved, settings);
    }
  }

  public World(Setup setup) {
    this.setup = setup;
    this.agenda = setup.agenda();
    this.api = new Api(store, agenda, new AppWrappers(WrapperSettings.of(setup.settings())));
    this.machines = new Machines(api, store, agenda, setup.program(), setup.pace());
    this.desk = new Desk(api, store, agenda, Duration.ofMillis(10));
    var _ = new Garbage(api, store, agenda, Duration.ofSeconds(1));
    store.listen(this::somethingHappened);
  }

  public Agenda agenda() {
    return agenda;
  }

  public Api api() {
    return api;
  }

  public Store store() {
    return store;
  }

  public Machines machines() {
    return machines;
  }

  /// How many requests controllers have sent.
  public long requests() {
    return ledger.last();
  }

  /// Told what controllers ask for, and what comes of it.
  public void listen(Consumer<Ledger.Deed> listener) {
    ledger.listen(listener);
  }

  /// Starts a controller for every kind of job. One that has nothing to look after would hear of
  /// everything in vain, so each starts with the first job of its kind.
  public void startControllers() {
    led = true;
    kinds().forEach(this::startController);
  }

  private Stream<Registration<?, ?>> kinds() {
    return Kinds.under(setup.settings()).stream()
        .filter(kind -> seen.contains(kind.dialect().kind().kind()));
  }

  private void somethingHappened(Change change) {
    var name = change.key().kind();
    if (change.type() == Change.Type.ADDED && seen.add(name) && led) {
      kinds()
          .filter(kind -> kind.dialect().kind().kind().equals(name))
          .forEach(this::startController);
    }
  }

  private void startController(Registration<?, ?> kind) {
    var surroundings =
        new Controller.Surroundings(
            api,
            store,
            agenda,
            setup.weather(),
            ledger,
            setup.settings(),
            setup.interleaved(),
            crashed -> restart(crashed, kind));
    var parts = setup.parts().get();
    controllers.add(
        kind.equals(Kinds.APP_WRAPPER)
            ? Controller.ofWrappers(parts, surroundings, store.latest())
            : Controller.start(kind, parts, surroundings, store.latest()));
  }

  private void restart(Controller crashed, Registration<?, ?> kind) {
    // Several of its passes may have noticed.
    if (controllers.remove(crashed) && !formerLeaders.remove(crashed)) {
      agenda.in(setup.crashRests(), () -> startIfNoneLeads(kind));
    }
  }

  /// Ends every controller where it stands; others take their place after a while.
  public void crashControllers(Duration rest) {
    var ending = List.copyOf(controllers);
    controllers.clear();
    ending.forEach(Controller::crash);
    if (led) {
      led = false;
      agenda.in(
          rest,
          () -> {
            led = true;
            kinds().forEach(this::startIfNoneLeads);
          });
    }
  }

  /// One of a kind may be back before the others.
  private void startIfNoneLeads(Registration<?, ?> kind) {
    var name = kind.dialect().kind().kind();
    if (controllers.stream().noneMatch(one -> one.kind().equals(name) && !isFormer(one))) {
      startController(kind);
    }
  }

  private boolean isFormer(Controller controller) {
    return formerLeaders.contains(controller);
  }

  /// Others lead, and those that led do not know it yet: for a while both act.
  public void changeLeaders(Duration overlap) {
    var before = List.copyOf(controllers);
    formerLeaders.addAll(before);
    startControllers();
    agenda.in(
        overlap,
        () -> {
          before.forEach(Controller::crash);
          controllers.removeAll(before);
          formerLeaders.removeAll(before);
        });
  }

  /// Others lead, and no news of such kinds reaches those that led: for a while they act on what
  /// they know.
  public void leaveLeadersBehind(Predicate<String> kinds, Duration overlap) {
    controllers.forEach(controller -> controller.deafen(kinds));
    changeLeaders(overlap);
  }

  /// Ends the scheduler; another takes its place after a while.
  public void crashScheduler(Duration rest) {
    desk.close();
    agenda.in(rest, desk::open);
  }

  /// The scheduler finds no place for pods of which a reason is given.
  public void keepWaiting(Function<Key, Optional<String>> reasons) {
    desk.keepWaiting(reasons);
  }

  public Item submit(ObjectNode job) {
    return api.createJob(job);
  }

  public void deleteJob(Key job) {
    store
        .find(job)
        .ifPresent(item -> api.delete(job, Optional.of(item.uid()), OptionalLong.empty()));
  }

  /// Runs until nothing is left to happen, or that much time has passed.
  public void run(Duration until, Runnable afterEveryStep) {
    while (agenda.next().filter(next -> !next.isAfter(Agenda.BEGINNING.plus(until))).isPresent()) {
      agenda.step();
      afterEveryStep.run();
    }
    agenda.idleUntil(until);
  }
}
