package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Rule.require;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What a DeepSpeedJob promises of its hosts and keys: a key pair is made once and stays as it is,
/// and no lead that has read an older list of hosts decides about the job.
final class HostsAndKeys implements Rule {

  private final Sight sight;
  private final Map<String, Object> keys = new HashMap<>();
  private final Map<String, Listed> lists = new HashMap<>();

  /// When each lead came, by name.
  private final Map<String, Long> leads = new HashMap<>();

  private record Listed(Object hosts, long version) {}

  HostsAndKeys(Sight sight) {
    this.sight = sight;
  }

  @Override
  public void changed(Change change) {
    switch (change.item().content()) {
      case Content.Raw(var tree) -> told(change.item(), JobTree.of(tree));
      case Content.Typed(GenericKubernetesResource object)
          when change.type() != Change.Type.DELETED ->
          change.item().controller().ifPresent(job -> made(change.item(), job, object));
      case Content.Typed(Pod _) when change.type() == Change.Type.ADDED ->
          leads.put(change.key().name(), change.version());
      case Content.Typed _ -> {}
    }
  }

  private void made(Item item, String job, GenericKubernetesResource object) {
    var data = Optional.ofNullable(object.getAdditionalProperties().get("data"));
    if (object.getKind().equals("Secret") && item.key().name().endsWith("-ssh")) {
      var before = keys.putIfAbsent(job, data.orElse(""));
      require(
          before == null || before.equals(data.orElse("")) || isGone(job),
          () -> "%s holds other keys than before".formatted(item.key()));
    }
    if (object.getKind().equals("ConfigMap")) {
      var listed = new Listed(data.orElse(""), item.version());
      lists.merge(job, listed, (last, next) -> last.hosts().equals(next.hosts()) ? last : next);
    }
  }

  /// What is made for a job that is no more goes after it.
  private boolean isGone(String job) {
    return sight.store().all().noneMatch(item -> item.uid().equals(job));
  }

  private void told(Item item, JobTree job) {
    var list = lists.get(item.uid());
    boolean byItsLead =
        job.condition("Completed")
            .filter(one -> one.holds() && !one.reason().equals("DeadlineExceeded"))
            .isPresent();
    if (list != null && byItsLead && job.elastic()) {
      var lead = leads.getOrDefault(job.lead(), 0L);
      require(
          lead > list.version(),
          () -> "%s ended with a lead that had read an older list of hosts".formatted(item.key()));
    }
  }
}
