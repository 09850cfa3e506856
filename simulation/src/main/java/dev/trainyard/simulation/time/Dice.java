package dev.trainyard.simulation.time;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/// Every choice of a run. The same seed makes the same choices in the same order.
public final class Dice {

  private final SplittableRandom random;

  public Dice(long seed) {
    this(new SplittableRandom(seed));
  }

  private Dice(SplittableRandom random) {
    this.random = random;
  }

  /// Dice of their own, so that one part's choices do not move another's.
  public Dice split() {
    return new Dice(random.split());
  }

  /// From 0 to one less than the bound.
  public int below(int bound) {
    return random.nextInt(bound);
  }

  /// Both ends may come.
  public int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  public boolean oneIn(int many) {
    return many > 0 && random.nextInt(many) == 0;
  }

  public Duration upTo(Duration most) {
    return Duration.ofMillis(random.nextLong(most.toMillis() + 1));
  }

  public <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  public long number() {
    return random.nextLong();
  }
}
