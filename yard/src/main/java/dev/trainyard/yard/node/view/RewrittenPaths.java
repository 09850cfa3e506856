package dev.trainyard.yard.node.view;

import dev.trainyard.yard.node.network.Network.Launch;
import dev.trainyard.yard.node.supervisor.Places;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Tells a command where its volumes are, on a machine that cannot mount them. Only whole values
/// change, and the parts of lists such as `PATH`: inside a script a path may mean anything.
final class RewrittenPaths implements View {

  private static final Pattern FLAG =
      Pattern.compile("(-{1,2}[A-Za-z][A-Za-z0-9_.-]*=)(/.*)", Pattern.DOTALL);

  @Override
  public Launch adapt(Scene scene, Launch launch) {
    var places = scene.places();
    var environment = new HashMap<String, String>();
    launch.environment().forEach((name, value) -> environment.put(name, list(places, value)));
    for (var mount : scene.mounts()) {
      environment.putIfAbsent(variable(mount.volume()), mount.from().toString());
    }
    var command = launch.command().stream().map(word -> word(places, word)).toList();
    return new Launch(launch.enter(), command, Map.copyOf(environment));
  }

  @Override
  public boolean mounts() {
    return false;
  }

  /// `TRAINYARD_VOLUME_TRAIN_DATA` for the volume `train-data`.
  static String variable(String volume) {
    return "TRAINYARD_VOLUME_" + volume.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  private static String word(Places places, String word) {
    var flag = FLAG.matcher(word);
    return flag.matches() ? flag.group(1) + list(places, flag.group(2)) : places.outside(word);
  }

  private static String list(Places places, String value) {
    return Stream.of(value.split(":", -1))
        .map(part -> places.outside(part))
        .collect(Collectors.joining(":"));
  }
}
