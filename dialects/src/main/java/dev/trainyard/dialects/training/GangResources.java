package dev.trainyard.dialects.training;

import static java.util.Comparator.comparing;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.pods.Requests;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What the pods of a gang ask for together, those of the highest priority first.
///
/// @param members in rank order
public record GangResources(List<Member> members, Lookup lookup) {

  public static final Attached.Kind PRIORITIES =
      new Attached.Kind("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses");

  /// So many equal pods.
  public record Member(int pods, PodTemplateSpec template) {
    private Optional<PodSpec> pod() {
      return Optional.ofNullable(template.getSpec());
    }
  }

  public GangResources {
    members = List.copyOf(members);
  }

  public Map<String, Quantity> of(int pods) {
    var sum = new TreeMap<String, Quantity>();
    int missing = pods;
    for (var member : byPriority()) {
      int counted = Math.min(missing, member.pods());
      member
          .pod()
          .map(Requests::of)
          .orElse(Map.of())
          .forEach((name, amount) -> Requests.add(sum, name, Requests.times(amount, counted)));
      missing -= counted;
    }
    sum.values().removeIf(amount -> amount.getNumericalAmount().signum() == 0);
    return sum;
  }

  /// The rank decides between equals.
  private List<Member> byPriority() {
    return members.stream().sorted(comparing(this::priority).reversed()).toList();
  }

  private Integer priority(Member member) {
    return member
        .pod()
        .flatMap(pod -> Optional.ofNullable(pod.getPriorityClassName()))
        .flatMap(name -> lookup.find(PRIORITIES.kind(), "", name))
        .map(found -> found.get("value") instanceof Number value ? value.intValue() : 0)
        .orElse(0);
  }
}
