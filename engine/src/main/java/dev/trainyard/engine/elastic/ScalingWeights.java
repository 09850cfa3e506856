package dev.trainyard.engine.elastic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Shares a total out over roles in proportion to their weights, one seat at a time: a total that
/// grows by one adds exactly one replica and moves none.
public final class ScalingWeights {

  /// A role of weight 0 is fixed and keeps its `replicas`.
  public record Share(int weight, int replicas) {}

  /// The size of each role. Every weighted role has one replica at least, so the sum exceeds a
  /// total that is smaller than that.
  public static List<Integer> split(List<Share> shares, int total) {
    var sizes = new ArrayList<Integer>();
    shares.forEach(share -> sizes.add(share.weight() > 0 ? 1 : share.replicas()));
    long given = sizes.stream().mapToLong(Integer::longValue).sum();
    for (; given < total; given++) {
      int next = mostEntitled(shares, sizes);
      if (next < 0) {
        break;
      }
      sizes.set(next, sizes.get(next) + 1);
    }
    return Collections.unmodifiableList(sizes);
  }

  /// The largest weight / (size + 1); the earlier role wins a tie. -1 where nothing has weight.
  private static int mostEntitled(List<Share> shares, List<Integer> sizes) {
    int best = -1;
    for (int i = 0; i < shares.size(); i++) {
      if (shares.get(i).weight() == 0) {
        continue;
      }
      if (best < 0
          || (long) shares.get(i).weight() * (sizes.get(best) + 1)
              > (long) shares.get(best).weight() * (sizes.get(i) + 1)) {
        best = i;
      }
    }
    return best;
  }

  private ScalingWeights() {}
}
