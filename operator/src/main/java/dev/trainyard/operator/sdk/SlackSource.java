package dev.trainyard.operator.sdk;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.kueue.Kueue;
import dev.trainyard.operator.InFlight;
import dev.trainyard.operator.kinds.RawAppWrapper;
import dev.trainyard.operator.wrapper.SlackBook;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets one ClusterQueue lend less while nodes are out of use. It wakes no AppWrapper; it is a
/// source because it begins and ends with those that do.
public final class SlackSource extends AbstractEventSource<AppWrapper, RawAppWrapper> {

  private static final Logger log = LoggerFactory.getLogger(SlackSource.class);

  private final SlackBook book;
  private final KubernetesClient client;
  private final InFlight inFlight;
  private final Lookout lookout;

  /// @param queue the name of the ClusterQueue
  public SlackSource(
      String queue, SlackBook book, KubernetesClient client, InFlight inFlight, Queueing queueing) {
    super(AppWrapper.class, "slack");
    this.book = book;
    this.client = client;
    this.inFlight = inFlight;
    this.lookout = new Lookout("slack queue", this::look);
    lookout.watch(client.nodes(), book::see, node -> book.nodeGone(node.getMetadata().getName()));
    lookout.watch(
        client
            .genericKubernetesResources(queueing.apiVersion(), Kueue.CLUSTER_QUEUE)
            .withField("metadata.name", queue),
        book::see,
        _ -> book.queueGone());
  }

  /// One that has changed meanwhile is refused, and looked at again.
  private void look() {
    book.correction()
        .ifPresent(
            queue -> {
              inFlight.run(() -> client.resource(queue).update());
              log.atInfo()
                  .addKeyValue("queue", queue.getMetadata().getName())
                  .log("The slack queue lends another amount, for nodes are out of use or back");
            });
  }

  @Override
  public Set<AppWrapper> getSecondaryResources(RawAppWrapper primary) {
    return Set.of();
  }

  @Override
  public void start() {
    super.start();
    lookout.start();
  }

  @Override
  public void stop() {
    super.stop();
    lookout.stop();
  }
}
