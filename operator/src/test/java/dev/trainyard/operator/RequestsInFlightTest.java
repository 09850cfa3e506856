package dev.trainyard.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestsInFlightTest {

  /// Each request waits until three are under way, so fewer would never end and more would show.
  @Test
  void are_as_many_as_allowed_and_never_more() {
    var together = new CyclicBarrier(3);
    var underWay = new AtomicInteger();
    var most = new AtomicInteger();

    new InFlight(3)
        .all(
            requests(
                9,
                () -> {
                  most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                  meet(together);
                  underWay.decrementAndGet();
                }));

    assertThat(most).hasValue(3);
  }

  @Test
  void are_all_answered_before_a_failure_is_thrown() {
    var answered = new AtomicInteger();

    assertThatThrownBy(
            () ->
                new InFlight(4)
                    .all(
                        requests(
                            5,
                            () -> {
                              answered.incrementAndGet();
                              throw new IllegalStateException("no");
                            })))
        .hasMessage("no")
        .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(4));

    assertThat(answered).hasValue(5);
  }

  @Test
  void are_none_once_the_operator_may_no_longer_act() {
    var leads = new AtomicBoolean(true);
    var answered = new AtomicInteger();
    var door = new InFlight(1, leads::get);

    assertThatThrownBy(
            () ->
                door.all(
                    List.of(
                        answered::incrementAndGet,
                        () -> leads.set(false),
                        answered::incrementAndGet)))
        .isInstanceOf(CancellationException.class)
        .hasMessage("this operator is not the leader any more");

    assertThat(answered).hasValue(1);
  }

  private static List<Runnable> requests(int count, Runnable request) {
    return IntStream.range(0, count).mapToObj(_ -> request).toList();
  }

  private static void meet(CyclicBarrier others) {
    try {
      others.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("fewer than three requests were under way together", e);
    }
  }
}
