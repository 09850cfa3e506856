package dev.trainyard.scheduler.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.scheduler.core.Placement.Binding;
import dev.trainyard.scheduler.core.Resources;
import dev.trainyard.scheduler.core.Snapshot;
import dev.trainyard.scheduler.core.Snapshot.PodId;
import dev.trainyard.scheduler.shell.SeenPod.Stage;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TheClusterTest {

  private static final PodId POD = new PodId("team", "p", "p-uid");

  private final Cluster cluster = new Cluster();

  @BeforeEach
  void one_node() {
    cluster.see(
        new Snapshot.Node("n", cpu("4"), Resources.NONE, true, false, List.of(), new TreeMap<>()));
  }

  @Test
  void counts_a_binding_from_when_it_is_sent_and_only_once_when_it_is_seen() {
    cluster.see(pod(new Stage.Waits()));
    cluster.assume(new Binding(POD, "n"));
    assertThat(held()).isEqualTo(cpu("1"));
    assertThat(waiting()).isEmpty();

    cluster.see(pod(new Stage.Waits()));
    assertThat(held()).as("an older state of the pod changes nothing").isEqualTo(cpu("1"));
    assertThat(waiting()).isEmpty();

    cluster.see(pod(new Stage.Holds("n")));
    assertThat(held()).isEqualTo(cpu("1"));

    cluster.see(pod(new Stage.Idle()));
    assertThat(held()).isEqualTo(Resources.NONE);
  }

  @Test
  void takes_a_refused_binding_back() {
    cluster.see(pod(new Stage.Waits()));
    cluster.assume(new Binding(POD, "n"));

    cluster.retract(POD);

    assertThat(held()).isEqualTo(Resources.NONE);
    assertThat(waiting()).containsExactly(POD);
  }

  @Test
  void believes_what_it_saw_over_an_answer_that_was_lost() {
    cluster.see(pod(new Stage.Waits()));
    cluster.assume(new Binding(POD, "n"));
    cluster.see(pod(new Stage.Holds("n")));

    cluster.retract(POD);

    assertThat(held()).isEqualTo(cpu("1"));
    assertThat(waiting()).isEmpty();
  }

  @Test
  void forgets_a_pod_that_goes_while_its_binding_is_under_way() {
    cluster.see(pod(new Stage.Waits()));
    cluster.assume(new Binding(POD, "n"));

    cluster.podGone(POD.uid());

    assertThat(held()).isEqualTo(Resources.NONE);
    assertThat(waiting()).isEmpty();
  }

  @Test
  void lets_a_gang_be_placed_when_all_of_it_is_there() {
    cluster.see(member("a", new Stage.Waits(), false));
    assertThat(waiting()).isEmpty();

    cluster.see(member("b", new Stage.Waits(), false));

    var snapshot = cluster.snapshot(_ -> true);
    assertThat(snapshot.waiting()).hasSize(2);
    assertThat(snapshot.together()).containsExactly(Set.of(id("a"), id("b")));
  }

  @Test
  void lets_one_of_a_gang_that_has_begun_be_placed_alone() {
    cluster.see(member("a", new Stage.Holds("n"), true));
    cluster.see(member("a", new Stage.Idle(), true));
    cluster.see(member("b", new Stage.Waits(), false));

    assertThat(waiting()).as("the other has ended").containsExactly(id("b"));
    assertThat(cluster.snapshot(_ -> true).together()).isEmpty();

    cluster.podGone("a");
    assertThat(waiting()).as("a gang anew, and not complete").isEmpty();
  }

  @Test
  void tries_one_of_a_gang_again_while_the_others_are_being_bound() {
    cluster.see(member("a", new Stage.Waits(), false));
    cluster.see(member("b", new Stage.Waits(), false));
    cluster.assume(new Binding(id("a"), "n"));
    cluster.assume(new Binding(id("b"), "n"));

    cluster.retract(id("b"));

    assertThat(waiting()).containsExactly(id("b"));
  }

  private static PodId id(String name) {
    return new PodId("team", name, name);
  }

  /// One of two.
  private static SeenPod member(String name, Stage stage, boolean begun) {
    var pod = new Snapshot.Pod(id(name), Instant.EPOCH, cpu("1"), new TreeMap<>(), List.of());
    return new SeenPod(
        pod, stage, Optional.of(new SeenPod.Gang("team/gang", 2, begun)), List.of(), "1");
  }

  private Resources held() {
    return cluster.snapshot(_ -> true).nodes().getFirst().held();
  }

  private List<PodId> waiting() {
    return cluster.snapshot(_ -> true).waiting().stream().map(Snapshot.Pod::id).toList();
  }

  private static SeenPod pod(Stage stage) {
    var pod = new Snapshot.Pod(POD, Instant.EPOCH, cpu("1"), new TreeMap<>(), List.of());
    return new SeenPod(pod, stage, Optional.empty(), List.of(), "1");
  }

  private static Resources cpu(String quantity) {
    return Resources.of(Map.of("cpu", new Quantity(quantity)));
  }
}
