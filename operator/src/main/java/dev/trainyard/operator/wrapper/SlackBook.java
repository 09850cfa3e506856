package dev.trainyard.operator.wrapper;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.scheduler.core.Resources;
import dev.trainyard.scheduler.core.Slack;
import dev.trainyard.scheduler.shell.Readings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which nodes are out of use, and what the slack queue should lend because of it. Each method that
/// notes something answers whether that is worth a look.
public final class SlackBook {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final AppWrappers wrappers;
  private final Map<String, Resources> lost = new TreeMap<>();
  private @Nullable GenericKubernetesResource queue;

  public SlackBook(AppWrappers wrappers) {
    this.wrappers = wrappers;
  }

  public synchronized boolean see(Node node) {
    var found = lostOn(node);
    var before = requireNonNullElse(lost.put(node.getMetadata().getName(), found), Resources.NONE);
    return !before.equals(found);
  }

  private Resources lostOn(Node node) {
    var spec = requireNonNullElse(node.getSpec(), new NodeSpec());
    var status = requireNonNullElse(node.getStatus(), new NodeStatus());
    return Slack.lost(
        Resources.of(requireNonNullElse(status.getCapacity(), Map.of())),
        Boolean.TRUE.equals(spec.getUnschedulable()),
        spec.getTaints().stream().map(Readings::taint).toList(),
        wrappers.broken(requireNonNullElse(node.getMetadata().getLabels(), Map.of())));
  }

  public synchronized boolean nodeGone(String name) {
    return !requireNonNullElse(lost.remove(name), Resources.NONE).equals(Resources.NONE);
  }

  public synchronized boolean see(GenericKubernetesResource clusterQueue) {
    queue = clusterQueue;
    return true;
  }

  public synchronized boolean queueGone() {
    queue = null;
    return false;
  }

  /// The ClusterQueue as it should be; nothing where it is so, or where there is none.
  public synchronized Optional<GenericKubernetesResource> correction() {
    if (queue == null) {
      return Optional.empty();
    }
    var total = lost.values().stream().reduce(Resources.NONE, Resources::plus);
    var tree = MAPPER.<ObjectNode>valueToTree(queue);
    boolean changed = false;
    for (var resource : tree.at("/spec/resourceGroups/0/flavors/0/resources")) {
      if (resource instanceof ObjectNode quota) {
        changed |= correct(quota, total);
      }
    }
    return changed
        ? Optional.of(MAPPER.convertValue(tree, GenericKubernetesResource.class))
        : Optional.empty();
  }

  private static boolean correct(ObjectNode quota, Resources lost) {
    var name = quota.path("name").asText();
    var wanted =
        amount(quota.path("nominalQuota"))
            .flatMap(nominal -> Slack.lends(nominal, lost.amount(name)));
    var now = amount(quota.path("lendingLimit"));
    if (Objects.equals(wanted.map(BigDecimal::stripTrailingZeros), now)) {
      return false;
    }
    if (wanted.isPresent()) {
      quota.put("lendingLimit", Resources.text(name, wanted.get()));
    } else {
      quota.remove("lendingLimit");
    }
    return true;
  }

  private static Optional<BigDecimal> amount(JsonNode quantity) {
    try {
      return quantity.isMissingNode() || quantity.isNull()
          ? Optional.empty()
          : Optional.of(new Quantity(quantity.asText()).getNumericalAmount().stripTrailingZeros());
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
