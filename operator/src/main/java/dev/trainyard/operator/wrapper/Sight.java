package dev.trainyard.operator.wrapper;

import dev.trainyard.scheduler.core.Lines;
import dev.trainyard.scheduler.core.Ranks;
import dev.trainyard.scheduler.core.Resources;
import dev.trainyard.scheduler.core.Snapshot;
import java.util.List;
import java.util.Map;

/// All that one decision of the queue depends on.
///
/// @param nodes with what is held on them
/// @param held what the pods of each AppWrapper hold, or have held until they ended well: nobody
///   makes them again
record Sight(
    List<Member> members,
    List<Snapshot.Node> nodes,
    Map<WrapperName, List<Resources>> held,
    Ranks ranks,
    Lines lines) {

  Sight {
    members = List.copyOf(members);
    nodes = List.copyOf(nodes);
    held = Map.copyOf(held);
  }
}
