package dev.trainyard.operator.leader;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ALeaseFromAnotherMachineTest {

  private static final Instant HERE = Instant.parse("2026-03-01T10:00:00Z");
  private static final Instant THERE = HERE.minus(Duration.ofHours(1));

  private final KubernetesClient unused = new KubernetesClientBuilder().build();
  private final Paper paper = new Paper();
  private Instant now = HERE;
  private final SeenLock lock = new SeenLock(paper, () -> now);

  @AfterEach
  void close() {
    unused.close();
  }

  @Test
  void is_as_fresh_as_its_last_change_however_wrong_the_other_clock_is() {
    paper.content = Optional.of(renewedAt("other", THERE));
    assertThat(age()).isZero();

    now = now.plusSeconds(4);
    assertThat(age()).isEqualTo(Duration.ofSeconds(4));

    paper.content = Optional.of(renewedAt("other", THERE.plusSeconds(5)));
    assertThat(age()).isZero();
  }

  @Test
  void is_renewed_by_us_from_the_moment_we_asked_until_somebody_else_holds_it() {
    assertThat(lock.renewed()).isEmpty();

    lock.create(unused, renewedAt("us", HERE));
    assertThat(lock.renewed()).contains(HERE);

    now = now.plusSeconds(2);
    lock.update(unused, renewedAt("us", now));
    assertThat(lock.renewed()).contains(HERE.plusSeconds(2));

    lock.update(unused, renewedAt("", now));
    assertThat(lock.renewed()).isEmpty();
  }

  private Duration age() {
    var seen = requireNonNull(lock.get(unused));
    return Duration.between(seen.getRenewTime().toInstant(), now);
  }

  private static LeaderElectionRecord renewedAt(String holder, Instant at) {
    var time = at.atZone(ZoneOffset.UTC);
    return new LeaderElectionRecord(holder, Duration.ofSeconds(15), time, time, 0);
  }

  /// A lease on a sheet of paper.
  private static final class Paper implements Lock {

    private Optional<LeaderElectionRecord> content = Optional.empty();

    @Override
    public @Nullable LeaderElectionRecord get(KubernetesClient client) {
      return content.orElse(null);
    }

    @Override
    public void create(KubernetesClient client, LeaderElectionRecord wanted) {
      content = Optional.of(wanted);
    }

    @Override
    public void update(KubernetesClient client, LeaderElectionRecord wanted) {
      content = Optional.of(wanted);
    }

    @Override
    public String identity() {
      return "us";
    }

    @Override
    public String describe() {
      return "paper";
    }
  }
}
