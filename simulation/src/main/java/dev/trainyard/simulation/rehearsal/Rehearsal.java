package dev.trainyard.simulation.rehearsal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Settings;
import dev.trainyard.simulation.api.Store;
import dev.trainyard.simulation.cluster.Machines;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.controller.Parts;
import dev.trainyard.simulation.rehearsal.Moment.Note;
import dev.trainyard.simulation.time.Agenda;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Plays a script from its beginning to its end. The same script makes the same rehearsal.
public final class Rehearsal {

  private static final Duration CRASH_RESTS = Duration.ofSeconds(3);

  private final Script script;
  private final Agenda agenda = Agenda.inOrder();
  private final Recording recording = new Recording(agenda);
  private final World world;
  private final Player player;

  /// What was seen.
  ///
  /// @param end everything as it stands at the end
  /// @param lasted in virtual time
  public record Played(List<Moment> moments, Store end, Duration lasted) {

    public Played {
      moments = List.copyOf(moments);
    }

    /// How many changes were made, by anybody.
    public long writes() {
      return moments.stream()
          .flatMap(moment -> moment.notes().stream())
          .filter(Note.Wrote.class::isInstance)
          .count();
    }
  }

  private Rehearsal(Script script) {
    this.script = script;
    var weather = new ScriptedWeather(agenda, recording);
    var setting = script.setting();
    world =
        new World(
            new World.Setup(
                agenda,
                weather,
                Parts::ours,
                Program.ENDLESS,
                Machines.Pace.of(setting.podStart(), setting.podStop()),
                CRASH_RESTS,
                script.slow(),
                settings(setting)));
    player = new Player(world, weather, recording);
  }

  private static Settings settings(Script.Setting setting) {
    var cluster = Settings.defaults(Settings.Place.CLUSTER);
    return setting.runsJobs() ? cluster.runningJobs() : cluster;
  }

  /// To the end, at once.
  ///
  /// @param furniture what is there before anything happens
  /// @param manifests what is submitted at the beginning, in this order
  public static Played play(Script script, List<ObjectNode> furniture, List<ObjectNode> manifests) {
    return new Rehearsal(script).played(furniture, manifests);
  }

  private Played played(List<ObjectNode> furniture, List<ObjectNode> manifests) {
    furniture.forEach(player::apply);
    world.store().listen(recording::changed);
    recording.whileScripted(
        () -> {
          script.setting().nodes().forEach(player::add);
          world.startControllers();
          manifests.forEach(player::apply);
        });
    for (var event : script.events()) {
      agenda.in(event.at(), () -> play(event));
    }
    world.run(script.until(), () -> {});
    return new Played(recording.moments(), world.store(), agenda.elapsed());
  }

  private void play(Script.Event event) {
    recording.note(new Note.Scripted(event));
    recording.whileScripted(
        () -> effect(event).ifPresent(why -> recording.note(new Note.InVain(event, why))));
  }

  /// What an API server would refuse has no effect.
  private Optional<String> effect(Script.Event event) {
    try {
      return player.play(event.act());
    } catch (KubernetesClientException | IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /// Why an object cannot be part of a rehearsal, if it cannot.
  public static Optional<String> refusal(ObjectNode object) {
    return Player.refusal(object);
  }
}
