package dev.trainyard.yard.node;

import dev.trainyard.yard.node.Lifecycle.Crew;
import dev.trainyard.yard.node.Lifecycle.Plan;
import dev.trainyard.yard.node.Lifecycle.Waiting;
import dev.trainyard.yard.node.Observed.Run;
import dev.trainyard.yard.node.PodReport.Ending;
import dev.trainyard.yard.node.network.Address;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// Writes one pod's status where it changed, and knows what it wrote.
final class Reporter {

  private final Workplace place;
  private final PodRuns runs;
  private Optional<Pod> written = Optional.empty();

  Reporter(Workplace place, PodRuns runs) {
    this.place = place;
    this.runs = runs;
  }

  /// The pod as our last write left it, if there was one and the pod is still there.
  Optional<Pod> written() {
    return written;
  }

  /// While a container is about to start there is more to tell in a moment, and one write serves
  /// both.
  void report(Pod pod, Crew crew, Plan plan, Map<String, Waiting> blocked, Optional<Ending> ending)
      throws IOException {
    var starting = crew.everyone().stream().anyMatch(it -> it.run() instanceof Run.Starting);
    if (starting && ending.isEmpty()) {
      return;
    }
    var address = address(pod, crew);
    written =
        place
            .client()
            .report(
                pod,
                current ->
                    new PodReport(
                            current,
                            crew,
                            plan,
                            blocked,
                            address,
                            ending,
                            place.now(),
                            (container, number, failed) ->
                                lastWords(current, container, number, failed))
                        .status());
  }

  /// A pod has an address once anything of it was started.
  private Optional<Address> address(Pod pod, Crew crew) throws IOException {
    return crew.everyone().stream().anyMatch(Observed::begun)
        ? Optional.of(place.network().join(pod))
        : Optional.empty();
  }

  private Optional<String> lastWords(Pod pod, String container, int number, boolean failed) {
    var run = runs.of(container).files(number);
    var policy =
        PodSpecs.container(pod, container).map(Container::getTerminationMessagePolicy).orElse("");
    return LastWords.of(run, failed && "FallbackToLogsOnError".equals(policy));
  }
}
