package dev.trainyard.scheduler.core;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// What a cluster cannot use for now, and how much less the queue that lends what nobody owns lends
/// because of it.
public final class Slack {

  private static final Set<String> OUT_OF_REACH =
      Set.of("node.kubernetes.io/unreachable", "node.kubernetes.io/not-ready");

  /// What nobody can have of a node: everything of one that is cordoned or out of reach, or else
  /// those devices of it that do not work. The number of its pods is nothing to lend.
  ///
  /// @param broken the resources that its labels tell people to keep off
  public static Resources lost(
      Resources capacity, boolean cordoned, List<Taint> taints, Set<String> broken) {
    boolean whole = cordoned || taints.stream().map(Taint::key).anyMatch(OUT_OF_REACH::contains);
    var lost = new TreeMap<String, BigDecimal>();
    capacity
        .amounts()
        .forEach(
            (name, amount) -> {
              if (whole ? !name.equals(Resources.PODS) : broken.contains(name)) {
                lost.put(name, amount);
              }
            });
    return new Resources(lost);
  }

  /// The most that may be lent of a quota, where that is less than all of it.
  public static Optional<BigDecimal> lends(BigDecimal nominal, BigDecimal lost) {
    return lost.signum() == 0
        ? Optional.empty()
        : Optional.of(nominal.subtract(lost).max(BigDecimal.ZERO));
  }

  private Slack() {}
}
