package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.main;
import static dev.trainyard.yard.node.Pods.pod;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.yard.node.view.Views;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class APodTest {

  @TempDir static Path directory;
  @AutoClose private static World world;

  @BeforeAll
  static void start() throws IOException {
    world = new World(directory);
  }

  @Test
  void runs_and_succeeds() throws Exception {
    world.create(sh("success", "echo hello; while [ ! -e go ]; do sleep 0.02; done; echo bye"));

    var running = world.awaitPhase("success", "Running");
    assertThat(main(running).getReady()).isTrue();
    assertThat(main(running).getState().getRunning().getStartedAt()).isNotEmpty();
    assertThat(running.getStatus().getPodIP()).isEqualTo("127.0.0.1");
    assertThat(running.getStatus().getStartTime()).isNotEmpty();
    assertThat(conditions(running))
        .isEqualTo(
            Map.of(
                "PodReadyToStartContainers", "True",
                "PodScheduled", "True",
                "Initialized", "True",
                "ContainersReady", "True",
                "Ready", "True"));

    world.touch(running, "go");
    var succeeded = world.awaitPhase("success", "Succeeded");
    var terminated = main(succeeded).getState().getTerminated();
    assertThat(terminated.getExitCode()).isZero();
    assertThat(terminated.getReason()).isEqualTo("Completed");
    assertThat(main(succeeded).getReady()).isFalse();
    assertThat(conditions(succeeded)).containsEntry("Ready", "False");
    assertThat(world.printed(succeeded)).containsExactly("hello", "bye");
  }

  @Test
  void fails_with_its_exit_code_and_last_words() {
    var pod = sh("failure", "echo one; echo two >&2; exit 9");
    pod.editSpec()
        .editContainer(0)
        .withTerminationMessagePolicy("FallbackToLogsOnError")
        .endContainer()
        .endSpec();
    world.create(pod);

    var terminated = main(world.awaitPhase("failure", "Failed")).getState().getTerminated();
    assertThat(terminated.getExitCode()).isEqualTo(9);
    assertThat(terminated.getReason()).isEqualTo("Error");
    assertThat(terminated.getSignal()).isNull();
    assertThat(terminated.getMessage().lines()).containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void says_its_last_words_where_its_spec_wants_them() throws IOException {
    assumeTrue(Views.obstacle(directory).isEmpty(), "this machine allows no own mounts");
    var pod = sh("eloquent", "printf 'no disk' > /dev/termination-log; echo noise; exit 1");
    pod.editSpec().withRestartPolicy("OnFailure").endSpec();
    world.create(pod);
    var elsewhere = sh("elsewhere", "printf 'all done' > /opt/last/words");
    elsewhere
        .editSpec()
        .editContainer(0)
        .withTerminationMessagePath("/opt/last/words")
        .endContainer()
        .endSpec();
    world.create(elsewhere);

    var crashing =
        world.awaitPod(
            "eloquent",
            it ->
                !it.getStatus().getContainerStatuses().isEmpty()
                    && main(it).getState().getWaiting() != null
                    && main(it).getRestartCount() > 0);
    assertThat(main(crashing).getLastState().getTerminated().getMessage()).isEqualTo("no disk");
    assertThat(
            main(world.awaitPhase("elsewhere", "Succeeded"))
                .getState()
                .getTerminated()
                .getMessage())
        .isEqualTo("all done");
    world.delete("eloquent");
  }

  @Test
  void names_the_signal_that_killed_it() {
    world.create(sh("killed", "kill -KILL $$$$"));

    var terminated = main(world.awaitPhase("killed", "Failed")).getState().getTerminated();
    assertThat(terminated.getExitCode()).isEqualTo(137);
    assertThat(terminated.getSignal()).isEqualTo(9);
  }

  @Test
  void says_which_program_this_machine_lacks() {
    world.create(pod("lacking", "no-such-program"));

    var terminated = main(world.awaitPhase("lacking", "Failed")).getState().getTerminated();
    assertThat(terminated.getExitCode()).isEqualTo(127);
    assertThat(terminated.getReason()).isEqualTo("StartError");
    assertThat(terminated.getMessage()).contains("no-such-program");
  }

  @Test
  void without_a_command_waits_and_says_why() {
    world.create(pod("silent"));

    var waiting =
        main(world.awaitPod("silent", pod -> !pod.getStatus().getContainerStatuses().isEmpty()))
            .getState()
            .getWaiting();
    assertThat(waiting.getReason()).isEqualTo("CreateContainerError");
    assertThat(waiting.getMessage())
        .contains("images are recorded, not pulled")
        .contains("command");
  }

  @Test
  void is_restarted_with_a_growing_delay() {
    var pod =
        sh(
            "flaky",
            "n=$(cat n 2>/dev/null || echo 0); echo $((n+1)) > n; echo try $n; [ $n -ge 3 ]");
    pod.editSpec().withRestartPolicy("OnFailure").endSpec();
    world.create(pod);

    var succeeded = world.awaitPhase("flaky", "Succeeded");
    assertThat(main(succeeded).getRestartCount()).isEqualTo(3);
    assertThat(main(succeeded).getLastState().getTerminated().getExitCode()).isEqualTo(1);
    assertThat(world.printed(succeeded)).containsExactly("try 3");
    assertThat(world.printed(succeeded, "main", true)).containsExactly("try 2");
  }

  @Test
  void runs_its_init_containers_in_order_before_the_rest() {
    var pod = sh("ordered", "cat order; echo main");
    pod.editSpec()
        .withInitContainers(
            init("first", "sleep 0.1; echo first >> order"), init("second", "echo second >> order"))
        .endSpec();
    world.create(pod);

    var succeeded = world.awaitPhase("ordered", "Succeeded");
    assertThat(world.printed(succeeded)).containsExactly("first", "second", "main");
    assertThat(succeeded.getStatus().getInitContainerStatuses())
        .allMatch(
            status -> status.getReady() && status.getState().getTerminated().getExitCode() == 0);
  }

  @Test
  void fails_when_an_init_container_fails_for_good() {
    var pod = sh("stillborn", "echo never");
    pod.editSpec().withInitContainers(init("first", "exit 4")).endSpec();
    world.create(pod);

    var failed = world.awaitPhase("stillborn", "Failed");
    assertThat(
            failed
                .getStatus()
                .getInitContainerStatuses()
                .getFirst()
                .getState()
                .getTerminated()
                .getExitCode())
        .isEqualTo(4);
    assertThat(main(failed).getState().getWaiting().getReason()).isEqualTo("PodInitializing");
    assertThat(world.printed(failed)).isEmpty();
  }

  @Test
  void reads_its_environment_from_the_cluster() {
    world
        .client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName("token")
                .withNamespace(World.NAMESPACE)
                .endMetadata()
                .addToStringData("key", "s3cr3t")
                .build())
        .create();
    var pod = sh("informed", "echo $NAME $TOKEN $HOSTNAME \"$0\" \"$1\"");
    pod.editSpec()
        .editContainer(0)
        .withArgs("$(NAME)", "$$(NAME)")
        .addNewEnv()
        .withName("NAME")
        .withNewValueFrom()
        .withNewFieldRef("v1", "metadata.name")
        .endValueFrom()
        .endEnv()
        .addNewEnv()
        .withName("TOKEN")
        .withNewValueFrom()
        .withNewSecretKeyRef("key", "token", false)
        .endValueFrom()
        .endEnv()
        .endContainer()
        .endSpec();
    world.create(pod);

    assertThat(world.printed(world.awaitPhase("informed", "Succeeded")))
        .containsExactly("informed s3cr3t informed informed $(NAME)");
  }

  @Test
  void waits_for_a_config_map_and_starts_when_it_appears() {
    var pod = sh("patient", "echo $LR");
    pod.editSpec()
        .editContainer(0)
        .addNewEnvFrom()
        .withNewConfigMapRef("settings", false)
        .endEnvFrom()
        .endContainer()
        .endSpec();
    world.create(pod);

    var waiting =
        main(world.awaitPod("patient", p -> !p.getStatus().getContainerStatuses().isEmpty()))
            .getState()
            .getWaiting();
    assertThat(waiting.getReason()).isEqualTo("CreateContainerConfigError");
    assertThat(waiting.getMessage()).contains("ConfigMap team/settings does not exist");

    world
        .client
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName("settings")
                .withNamespace(World.NAMESPACE)
                .endMetadata()
                .addToData("LR", "0.1")
                .build())
        .create();
    assertThat(world.printed(world.awaitPhase("patient", "Succeeded"))).containsExactly("0.1");
  }

  @Test
  void ends_in_peace_when_it_is_deleted() {
    var pod =
        world.create(
            sh("leaving", "trap 'echo saved; exit 0' TERM; echo up; while :; do sleep 0.05; done"));
    world.awaitPrinted(pod, "up");

    world.delete("leaving");

    world.awaitGone("leaving");
    assertThat(world.printed(pod)).contains("saved");
  }

  @Test
  void is_killed_when_its_grace_is_over() {
    var stubborn = sh("stubborn", "trap '' TERM; echo up; while :; do sleep 0.05; done");
    var pod = world.create(stubborn.editSpec().withTerminationGracePeriodSeconds(1L).endSpec());
    world.awaitPrinted(pod, "up");

    world.delete("stubborn");

    world.awaitGone("stubborn");
    var archive = world.home.resolve("logs/team/stubborn." + pod.getMetadata().getUid());
    await()
        .untilAsserted(
            () ->
                assertThat(archive.resolve("main/0/exit")).content().contains("\"exitCode\":137"));
  }

  @Test
  void keeps_what_others_wrote_in_its_status() throws Exception {
    var pod = world.create(sh("shared", "while [ ! -e go ]; do sleep 0.02; done"));
    var running = world.awaitPhase("shared", "Running");
    running
        .getStatus()
        .getConditions()
        .add(
            new PodConditionBuilder()
                .withType("DisruptionTarget")
                .withStatus("True")
                .withReason("PreemptionByScheduler")
                .build());
    world.client.resource(running).updateStatus();

    world.touch(pod, "go");

    assertThat(conditions(world.awaitPhase("shared", "Succeeded")))
        .containsEntry("DisruptionTarget", "True");
  }

  private static Container init(String name, String script) {
    return new ContainerBuilder()
        .withName(name)
        .withImage("none")
        .withCommand("sh", "-c", script)
        .build();
  }

  private static Map<String, String> conditions(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .collect(Collectors.toMap(PodCondition::getType, PodCondition::getStatus));
  }
}
