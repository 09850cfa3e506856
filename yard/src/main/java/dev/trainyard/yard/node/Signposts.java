package dev.trainyard.yard.node;

import dev.trainyard.yard.node.network.Network;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the names by which pods find each other up to date. However many changes there are at
/// once, they are taken in together.
final class Signposts implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Signposts.class);

  private final Network network;
  private final Semaphore changed = new Semaphore(0);
  private final Thread keeper = Thread.ofVirtual().name("names").unstarted(this::keep);

  Signposts(Network network) {
    this.network = network;
  }

  void start() {
    keeper.start();
    changed();
  }

  /// Something that bears a name came, changed or went.
  void changed() {
    changed.release();
  }

  private void keep() {
    try {
      while (true) {
        changed.acquire();
        changed.drainPermits();
        try {
          network.refresh();
        } catch (IOException | RuntimeException e) {
          log.atWarn().setCause(e).log("The names of services could not be brought up to date");
        }
      }
    } catch (InterruptedException _) {
      // The node closes.
    }
  }

  @Override
  public void close() {
    keeper.interrupt();
  }
}
