package dev.trainyard.operator.cache;

import static dev.trainyard.operator.Jobs.gang;
import static dev.trainyard.operator.Jobs.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Attached.Readiness;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.plan.Plan;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnAwaitedGroupTest {

  private static final Attached.Kind AWAITED =
      new Attached.Kind("scheduling.volcano.sh", "v1beta1", "PodGroup", "podgroups")
          .readyWhen(new Readiness.Admitted());
  private static final Attached.Kind NAMESAKE =
      new Attached.Kind("scheduler.tensorstack.dev", "v1beta1", "PodGroup", "podgroups");

  private static final Attachment GROUP = attachment(AWAITED, "mnist");
  private static final TrainingJob MNIST = gang("mnist", 2, GROUP);

  private final SmallCaches caches = new SmallCaches(AWAITED, NAMESAKE);

  @Test
  void is_none_of_a_job_whose_pods_do_not_wait() {
    assertThat(caches.observe(job("mnist", 2)).groupAdmitted()).isTrue();
  }

  @Test
  void lets_pods_in_once_a_scheduler_has_let_it_in() {
    assertThat(caches.observe(MNIST).groupAdmitted()).isFalse();

    var group = Plan.object(MNIST, GROUP, List.of());
    caches.saw(group);
    assertThat(caches.observe(MNIST).groupAdmitted()).isFalse();

    group.setAdditionalProperty("status", Map.of("phase", "Inqueue"));
    assertThat(caches.observe(MNIST).groupAdmitted()).isTrue();
  }

  @Test
  void is_the_jobs_own_and_no_other() {
    caches.saw(letIn(Plan.object(MNIST, attachment(AWAITED, "earlier"), List.of())));
    caches.saw(Plan.object(MNIST, attachment(NAMESAKE, "mnist"), List.of()));

    assertThat(caches.observe(MNIST).groupAdmitted()).isFalse();
  }

  @Test
  void is_as_ready_as_its_kind_says() {
    caches.saw(Plan.object(MNIST, GROUP, List.of()));
    caches.saw(Plan.object(MNIST, attachment(NAMESAKE, "mnist"), List.of()));

    assertThat(caches.observe(MNIST).objects())
        .extracting(object -> object.ref().apiVersion(), object -> object.ready())
        .containsExactlyInAnyOrder(
            tuple(AWAITED.apiVersion(), false), tuple(NAMESAKE.apiVersion(), true));
  }

  private static GenericKubernetesResource letIn(GenericKubernetesResource group) {
    group.setAdditionalProperty("status", Map.of("phase", "Running"));
    return group;
  }

  private static Attachment attachment(Attached.Kind kind, String name) {
    return Attached.following(
        kind, name, new ObjectMeta(), Map.of("minMember", 2), Lifetime.WHILE_ACTIVE);
  }
}
