package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Decision.Step.CreatePod;
import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.EnvContract.Place;
import dev.trainyard.engine.model.EnvContract.Reach;
import dev.trainyard.engine.model.EnvContract.Variable;
import dev.trainyard.engine.model.EnvContract.Winner;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.Launch;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.Role.Start;
import dev.trainyard.engine.model.Role.Text;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodPlan;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class APlannedPodTest {

  private static final ReplicaId FIRST = new ReplicaId("Worker", 0);
  private static final ReplicaId SECOND = new ReplicaId("Worker", 1);

  private static TrainingJob with(EnvContract env) {
    var template =
        new PodTemplateSpecBuilder()
            .withNewMetadata()
            .addToLabels("team", "vision")
            .addToLabels("index", "theirs")
            .endMetadata()
            .withNewSpec()
            .addNewInitContainer()
            .withName("fetch")
            .endInitContainer()
            .addNewContainer()
            .withName("main")
            .addNewEnv()
            .withName("RANK")
            .withValue("theirs")
            .endEnv()
            .addNewEnv()
            .withName("OTHER")
            .withValue("x")
            .endEnv()
            .endContainer()
            .addNewContainer()
            .withName("sidecar")
            .endContainer()
            .endSpec()
            .build();
    return withTemplate(template, env);
  }

  private static TrainingJob withTemplate(PodTemplateSpec template, EnvContract env) {
    var job = job("a").workers(2).services(Lifetime.WITH_ITS_PODS).env(env).build();
    var role = job.roles().getFirst();
    return new TrainingJob(
        job.id(),
        List.of(
            new Role(
                role.name(),
                role.size(),
                role.atOnce(),
                template,
                role.labels(),
                role.leadLabels(),
                Map.of(Mode.NORMAL, Launch.asWritten()),
                role.restart(),
                new Carrier.Pods("main", Role.EndOf.POD_PHASE, Optional.empty()),
                new Start.AtOnce())),
        job.naming(),
        job.addressing(),
        job.env(),
        job.gang(),
        job.success(),
        job.running(),
        job.budget(),
        job.hold(),
        job.attemptAsked(),
        job.clock(),
        job.cleanUp(),
        job.mode(),
        job.refresh(),
        job.attachments(),
        job.patience(),
        job.telling());
  }

  private static EnvContract contract(Place place, Winner winner, Reach reach, String... kept) {
    return new EnvContract(
        place,
        winner,
        reach,
        List.of(Variable.of("SIZE", "2"), Variable.of("RANK", new Text.Rank())),
        Set.of(kept));
  }

  private static List<String> env(TrainingJob job, int container) {
    return PodPlan.pod(job, new CreatePod(SECOND, Mode.NORMAL, 1, 0, 0))
        .getSpec()
        .getContainers()
        .get(container)
        .getEnv()
        .stream()
        .map(APlannedPodTest::spelled)
        .toList();
  }

  private static String spelled(EnvVar variable) {
    return variable.getName() + "=" + variable.getValue();
  }

  @Test
  void has_our_variables_after_the_users_and_ours_win() {
    var job = with(contract(Place.AFTER_USERS, Winner.OURS, Reach.EVERY_CONTAINER));

    assertThat(env(job, 0)).containsExactly("OTHER=x", "SIZE=2", "RANK=1");
    assertThat(env(job, 1)).containsExactly("SIZE=2", "RANK=1");
  }

  @Test
  void keeps_the_users_value_where_that_is_promised() {
    var job = with(contract(Place.AFTER_USERS, Winner.OURS, Reach.EVERY_CONTAINER, "RANK"));

    assertThat(env(job, 0)).containsExactly("RANK=theirs", "OTHER=x", "SIZE=2");
  }

  @Test
  void has_our_variables_before_the_users_and_theirs_win() {
    var job = with(contract(Place.BEFORE_USERS, Winner.USERS, Reach.MAIN_CONTAINER));

    assertThat(env(job, 0)).containsExactly("SIZE=2", "RANK=theirs", "OTHER=x");
    assertThat(env(job, 1)).isEmpty();
  }

  @Test
  void is_named_labelled_and_owned() {
    var job = with(EnvContract.none());

    var lead = PodPlan.pod(job, new CreatePod(FIRST, Mode.NORMAL, 1, 0, 0)).getMetadata();
    var other = PodPlan.pod(job, new CreatePod(SECOND, Mode.NORMAL, 1, 0, 3)).getMetadata();

    assertThat(lead.getName()).isEqualTo("a-worker-0");
    assertThat(lead.getLabels())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("team", "vision", "role", "Worker", "index", "0", "job-role", "master"));
    assertThat(other.getLabels()).doesNotContainKey("job-role").containsEntry("index", "1");
    assertThat(other.getAnnotations()).containsExactly(Map.entry("trainyard.dev/restarts", "3"));
    assertThat(lead.getOwnerReferences())
        .containsExactly(
            new OwnerReference("example.dev/v1", true, true, "Example", "a", "job-uid"));
  }

  @Test
  void leaves_the_template_as_it_was() {
    var job = with(contract(Place.AFTER_USERS, Winner.OURS, Reach.EVERY_CONTAINER));
    var before = new PodTemplateSpecBuilder(job.roles().getFirst().template()).build();

    PodPlan.pod(job, new CreatePod(FIRST, Mode.NORMAL, 1, 0, 0));

    assertThat(job.roles().getFirst().template()).isEqualTo(before);
  }

  @Test
  void knows_its_attempt_only_where_the_gang_restarts_as_one() {
    var gang = Jobs.onFailure(Scope.GANG);
    var together = job("a").workers(2, gang).build();

    var pod = PodPlan.pod(together, new CreatePod(FIRST, Mode.NORMAL, 4, 0, 0));

    assertThat(pod.getMetadata().getLabels()).containsEntry("trainyard.dev/attempt", "4");
    assertThat(pod.getSpec().getContainers().getFirst().getEnv())
        .containsExactly(new EnvVar("TRAINYARD_ATTEMPT", "4", null));
  }

  @Test
  void of_another_attempt_carries_it_where_labels_and_environment_are_documented() {
    var pod = PodPlan.pod(job("a").workers(2).build(), new CreatePod(FIRST, Mode.NORMAL, 4, 0, 0));

    assertThat(pod.getMetadata().getLabels()).doesNotContainKey("trainyard.dev/attempt");
    assertThat(pod.getSpec().getContainers().getFirst().getEnv()).isEmpty();
    assertThat(pod.getMetadata().getAnnotations())
        .containsExactly(Map.entry("trainyard.dev/attempt", "4"));
  }

  @Test
  void is_found_by_a_service_that_selects_it() {
    var service = Plan.service(with(EnvContract.none()), SECOND);

    assertThat(service.getMetadata().getName()).isEqualTo("a-worker-1");
    assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
    assertThat(service.getSpec().getPublishNotReadyAddresses()).isTrue();
    assertThat(service.getSpec().getSelector())
        .containsExactlyInAnyOrderEntriesOf(Map.of("role", "Worker", "index", "1"));
  }
}
