package dev.trainyard.operator.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trainyard.yard.Yard;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnElectionTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path home;
  @AutoClose private Yard yard;
  @AutoClose private KubernetesClient client;

  @BeforeEach
  void open() {
    yard = Yard.open(home, Yard.Options.defaults());
    client = yard.client();
  }

  @Test
  void has_one_winner_until_that_one_resigns() {
    var first = seek("first");
    first.elected().join();

    try (var second = seek("second")) {
      await("the second looks at the lease")
          .atMost(PATIENCE)
          .until(() -> holder().equals("first") && first.held());
      assertThat(second.elected()).isNotDone();
      assertThat(second.held()).isFalse();

      first.close();
      assertThat(first.held()).isFalse();
      second.elected().join();

      assertThat(second.held()).isTrue();
      assertThat(holder()).isEqualTo("second");
    }
  }

  @Test
  void is_lost_by_whoever_does_not_reach_the_cluster_any_more() {
    try (var leader = seek("leader")) {
      leader.elected().join();
      assertThat(leader.held()).isTrue();

      yard.close();

      assertThat(leader.lost().join()).isEqualTo("it could not be renewed within 4s");
      assertThat(leader.held()).isFalse();
    }
  }

  @Test
  void is_lost_by_whoever_was_away_while_another_was_elected() {
    try (var leader = seek("leader")) {
      leader.elected().join();

      lease()
          .patch(
              PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"holderIdentity\":\"usurper\"}}");

      assertThat(leader.lost().join()).isEqualTo("another operator took it");
      assertThat(leader.held()).isFalse();
    }
  }

  private Leadership seek(String identity) {
    return Leadership.seek(
        client,
        new Terms(
            "default",
            Terms.LEASE,
            identity,
            Duration.ofSeconds(6),
            Duration.ofSeconds(4),
            Duration.ofMillis(500)),
        InstantSource.system());
  }

  private String holder() {
    return lease().get().getSpec().getHolderIdentity();
  }

  private Resource<Lease> lease() {
    return client.leases().inNamespace("default").withName(Terms.LEASE);
  }
}
