package dev.trainyard.dialects;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Choices that the same seed makes again.
public final class Gen {

  private final SplittableRandom random;

  private Gen(long seed) {
    this.random = new SplittableRandom(seed);
  }

  public static Gen seeded(long seed) {
    return new Gen(seed);
  }

  public int upTo(int most) {
    return random.nextInt(most + 1);
  }

  public boolean chance(int outOfTen) {
    return random.nextInt(10) < outOfTen;
  }

  @SafeVarargs
  public final <T> T oneOf(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  public <T> List<T> someOf(int most, Supplier<T> maker) {
    return Stream.generate(maker).limit(upTo(most)).toList();
  }
}
