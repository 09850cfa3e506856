package dev.trainyard.yard.node.volumes;

import dev.trainyard.yard.node.view.Remote;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A pod's volumes, ready to be mounted.
///
/// @param places where they are on this machine, by their names
/// @param remotes what is mounted in such a place by each container for itself
public record Prepared(Map<String, Path> places, List<Remote> remotes) {

  public Prepared {
    places = Map.copyOf(places);
    remotes = List.copyOf(remotes);
  }

  boolean isRemote(String volume) {
    var place = places.get(volume);
    return remotes.stream().anyMatch(remote -> remote.at().equals(place));
  }
}
