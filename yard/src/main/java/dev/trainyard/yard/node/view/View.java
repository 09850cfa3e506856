package dev.trainyard.yard.node.view;

import dev.trainyard.yard.node.network.Network.Launch;
import java.io.IOException;

/// How containers of this node come to see their volumes. Chosen once, when the node starts.
public interface View {

  /// Changes what must be changed so that the command finds the scene around it.
  Launch adapt(Scene scene, Launch launch) throws IOException;

  /// True when volumes are at their mount paths; false when a command is told where they are.
  boolean mounts();
}
