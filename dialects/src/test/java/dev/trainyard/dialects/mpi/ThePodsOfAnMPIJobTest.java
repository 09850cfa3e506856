package dev.trainyard.dialects.mpi;

import static dev.trainyard.dialects.mpi.JobMaker.LAUNCHER;
import static dev.trainyard.dialects.mpi.JobMaker.WORKER;
import static dev.trainyard.dialects.mpi.JobMaker.job;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.Start;
import dev.trainyard.engine.plan.PodReading;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ThePodsOfAnMPIJobTest {

  private static final JobMaker PI = job("pi", 2);

  @Test
  void are_workers_that_belong_to_the_job_itself() {
    var pod = PI.worker(1);

    assertThat(pod.getMetadata().getName()).isEqualTo("pi-worker-1");
    assertThat(pod.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(
            owner -> {
              assertThat(owner.getApiVersion()).isEqualTo("kubeflow.org/v2beta1");
              assertThat(owner.getKind()).isEqualTo("MPIJob");
              assertThat(owner.getUid()).isEqualTo("uid-1");
              assertThat(owner.getController()).isTrue();
            });
    assertThat(pod.getMetadata().getLabels())
        .containsExactly(
            entry("training.kubeflow.org/operator-name", "mpi-operator"),
            entry("training.kubeflow.org/job-name", "pi"),
            entry("training.kubeflow.org/job-role", "worker"),
            entry("training.kubeflow.org/replica-index", "1"));
    assertThat(pod.getSpec().getHostname()).isEqualTo("pi-worker-1");
    assertThat(pod.getSpec().getSubdomain()).isEqualTo("pi");
    assertThat(pod.getSpec().getRestartPolicy()).isEqualTo("Never");
    assertThat(pod.getSpec().getDnsPolicy()).isNull();
    assertThat(pod.getSpec().getDnsConfig().getSearches())
        .containsExactly("pi.team-a.svc.cluster.local");
  }

  @Test
  void are_a_launcher_under_a_job_of_kubernetes() {
    var launcher = PI.launcher();

    assertThat(launcher.getApiVersion()).isEqualTo("batch/v1");
    assertThat(launcher.getMetadata().getName()).isEqualTo("pi-launcher");
    assertThat(launcher.getMetadata().getNamespace()).isEqualTo("team-a");
    assertThat(launcher.getMetadata().getLabels()).containsExactly(entry("app", "pi"));
    assertThat(launcher.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(owner -> assertThat(owner.getKind()).isEqualTo("MPIJob"));
    assertThat(launcher.getSpec().getPodReplacementPolicy()).isEqualTo("Failed");
    assertThat(launcher.getSpec().getBackoffLimit()).isNull();
    assertThat(launcher.getSpec().getActiveDeadlineSeconds()).isNull();
    assertThat(launcher.getSpec().getTtlSecondsAfterFinished()).isNull();
    assertThat(launcher.getSpec().getSuspend()).isNull();
    var template = launcher.getSpec().getTemplate();
    assertThat(template.getMetadata().getLabels())
        .containsOnly(
            entry("training.kubeflow.org/operator-name", "mpi-operator"),
            entry("training.kubeflow.org/job-name", "pi"),
            entry("training.kubeflow.org/job-role", "launcher"));
    assertThat(template.getSpec().getHostname()).isEqualTo("pi-launcher");
    assertThat(template.getSpec().getSubdomain()).isEqualTo("pi");
    assertThat(template.getSpec().getRestartPolicy()).isEqualTo("OnFailure");
    assertThat(template.getSpec().getDnsConfig()).isNull();
  }

  @Test
  void leave_the_limits_to_the_launchers_job() {
    var spec =
        PI.with(
                "/spec/runPolicy",
                "{backoffLimit: 2, activeDeadlineSeconds: 60, ttlSecondsAfterFinished: 5}")
            .launcher()
            .getSpec();

    assertThat(spec.getBackoffLimit()).isEqualTo(2);
    assertThat(spec.getActiveDeadlineSeconds()).isEqualTo(60);
    assertThat(spec.getTtlSecondsAfterFinished()).as("not before it has ended").isNull();
  }

  @Test
  void are_counted_from_the_launcher_where_it_works_as_well() {
    var both = PI.with("/spec/runLauncherAsWorker", "true");

    assertThat(both.worker(1).getMetadata().getLabels())
        .containsEntry("training.kubeflow.org/replica-index", "2");
    assertThat(both.launcher().getSpec().getTemplate().getMetadata().getLabels())
        .containsEntry("training.kubeflow.org/replica-index", "0");
  }

  @ParameterizedTest
  @CsvSource({"Never, Never", "OnFailure, OnFailure"})
  void restart_as_their_replicas_say_and_not_as_their_templates_do(String policy, String word) {
    var pi =
        PI.with(LAUNCHER + "/restartPolicy", policy)
            .with(WORKER + "/restartPolicy", policy)
            .with(LAUNCHER + "/template/spec/restartPolicy", "Always")
            .with(WORKER + "/template/spec/restartPolicy", "Always");

    assertThat(pi.launcher().getSpec().getTemplate().getSpec().getRestartPolicy()).isEqualTo(word);
    assertThat(pi.worker(0).getSpec().getRestartPolicy()).isEqualTo(word);
  }

  record Row(String implementation, boolean works, List<String> variables) {}

  static Stream<Row> environments() {
    return Stream.of(
        new Row(
            "OpenMPI",
            false,
            List.of(
                "A=1",
                "K_MPI_JOB_ROLE=launcher",
                "OMPI_MCA_orte_keep_fqdn_hostnames=true",
                "OMPI_MCA_orte_default_hostfile=/etc/mpi/hostfile",
                "OMPI_MCA_plm_rsh_args=-o ConnectionAttempts=10",
                "OMPI_MCA_orte_set_default_slots=4",
                "NVIDIA_VISIBLE_DEVICES=",
                "NVIDIA_DRIVER_CAPABILITIES=")),
        new Row(
            "Intel",
            false,
            List.of(
                "A=1",
                "K_MPI_JOB_ROLE=launcher",
                "I_MPI_HYDRA_HOST_FILE=/etc/mpi/hostfile",
                "I_MPI_HYDRA_BOOTSTRAP_EXEC_EXTRA_ARGS=-o ConnectionAttempts=10",
                "I_MPI_PERHOST=4",
                "NVIDIA_VISIBLE_DEVICES=",
                "NVIDIA_DRIVER_CAPABILITIES=")),
        new Row(
            "MPICH",
            true,
            List.of(
                "A=1",
                "K_MPI_JOB_ROLE=launcher",
                "HYDRA_HOST_FILE=/etc/mpi/hostfile",
                "HYDRA_LAUNCH_EXTRA_ARGS=-o ConnectionAttempts=10")));
  }

  @ParameterizedTest
  @MethodSource("environments")
  void tell_mpirun_where_its_hosts_are(Row row) {
    var env = "[{name: K_MPI_JOB_ROLE, value: mine}, {name: A, value: '1'}]";
    var pi =
        PI.with("/spec/mpiImplementation", row.implementation())
            .with("/spec/runLauncherAsWorker", Boolean.toString(row.works()))
            .with("/spec/slotsPerWorker", "4")
            .with(
                LAUNCHER + "/template/spec/containers",
                "[{name: mpi, image: a, env: %s}, {name: aside, image: b}]".formatted(env))
            .with(
                WORKER + "/template/spec/containers",
                "[{name: sshd, image: a, env: %s}, {name: aside, image: b}]".formatted(env));
    var launcher = pi.launcher().getSpec().getTemplate().getSpec();
    var worker = pi.worker(0).getSpec();

    assertThat(variables(launcher.getContainers().getFirst())).isEqualTo(row.variables());
    assertThat(variables(worker.getContainers().getFirst()))
        .containsExactly("A=1", "K_MPI_JOB_ROLE=worker");
    assertThat(variables(launcher.getContainers().get(1))).isEmpty();
    assertThat(variables(worker.getContainers().get(1))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | [/usr/sbin/sshd, -De] | []",
        "{command: [sleep]} | [sleep] | []",
        "{args: [one]} | [] | [one]"
      })
  void listen_by_sshd_unless_they_are_told_what_else(String said, String command, String args) {
    var container = "{name: sshd, image: a, " + said.substring(1);
    var main =
        PI.with(WORKER + "/template/spec/containers", "[%s]".formatted(container))
            .worker(0)
            .getSpec()
            .getContainers()
            .getFirst();

    assertThat(main.getCommand()).hasToString(command);
    assertThat(main.getArgs()).hasToString(args);
  }

  @Test
  void find_their_keys_and_the_launcher_its_hosts() {
    var launcher = PI.launcher().getSpec().getTemplate().getSpec();
    var worker = PI.worker(0).getSpec();

    assertThat(mounts(launcher)).containsExactly("ssh-auth:/root/.ssh", "mpi-job-config:/etc/mpi");
    assertThat(mounts(worker)).containsExactly("ssh-auth:/root/.ssh");
    assertThat(launcher.getVolumes())
        .extracting(Volume::getName)
        .containsExactly("ssh-auth", "mpi-job-config");
    assertThat(worker.getVolumes()).containsExactly(launcher.getVolumes().getFirst());
    var keys = worker.getVolumes().getFirst().getSecret();
    assertThat(keys.getSecretName()).isEqualTo("pi-ssh");
    assertThat(keys.getDefaultMode()).isEqualTo(0600);
    assertThat(keys.getItems().stream().map(item -> item.getKey() + ">" + item.getPath()))
        .containsExactly(
            "ssh-privatekey>id_rsa", "ssh-publickey>id_rsa.pub", "ssh-publickey>authorized_keys");
    var hosts = launcher.getVolumes().get(1).getConfigMap();
    assertThat(hosts.getName()).isEqualTo("pi-config");
    assertThat(hosts.getItems().stream().map(item -> item.getKey() + " " + item.getMode()))
        .containsExactly("hostfile " + 0444, "discover_hosts.sh " + 0555);
  }

  @Test
  void leave_the_keys_of_others_than_root_readable() {
    var pi = PI.with("/spec/sshAuthMountPath", "/home/mpiuser/.ssh");

    assertThat(mounts(pi.worker(0).getSpec())).containsExactly("ssh-auth:/home/mpiuser/.ssh");
    assertThat(pi.worker(0).getSpec().getVolumes().getFirst().getSecret().getDefaultMode())
        .isNull();
  }

  @Test
  void ask_the_cluster_for_names_also_on_their_nodes_network() {
    var pi =
        PI.with(LAUNCHER + "/template/spec/hostNetwork", "true")
            .with(WORKER + "/template/spec/hostNetwork", "true")
            .with(WORKER + "/template/spec/dnsConfig", "{searches: [mine.org]}");

    assertThat(pi.launcher().getSpec().getTemplate().getSpec().getDnsPolicy())
        .isEqualTo("ClusterFirstWithHostNet");
    assertThat(pi.worker(0).getSpec().getDnsPolicy()).isEqualTo("ClusterFirstWithHostNet");
    assertThat(pi.worker(0).getSpec().getDnsConfig().getSearches())
        .containsExactly("mine.org", "pi.team-a.svc.cluster.local");
  }

  @Test
  void keep_what_their_templates_say_of_themselves() {
    var pi =
        PI.with(LAUNCHER + "/template/metadata", "{labels: {step: train}, annotations: {a: b}}")
            .with(LAUNCHER + "/template/spec/nodeSelector", "{zone: a}");
    var template = pi.launcher().getSpec().getTemplate();

    assertThat(template.getMetadata().getLabels()).containsEntry("step", "train").hasSize(4);
    assertThat(template.getMetadata().getAnnotations()).containsExactly(entry("a", "b"));
    assertThat(template.getSpec().getNodeSelector()).containsExactly(entry("zone", "a"));
  }

  @Test
  void leave_the_users_templates_as_they_were() {
    var job = PI.build();

    assertThat(JobMaker.DIALECT.read(job, JobMaker.lookup())).isInstanceOf(Reading.Job.class);

    assertThat(job).isEqualTo(PI.build());
  }

  @Test
  void of_the_launcher_are_known_by_their_labels() {
    var template = PI.launcher().getSpec().getTemplate();

    assertThat(PodReading.observe(PI.read(), named("pi-launcher-x7k2p", template)))
        .hasValueSatisfying(pod -> assertThat(pod.replica()).hasToString("launcher-0"));
  }

  @Test
  void of_the_launcher_are_carried_by_a_job_that_can_be_held_and_refreshed() {
    var launcher = PI.waiting().read().roles().getFirst();

    assertThat(launcher.start()).isEqualTo(new Start.AfterReady("Worker"));
    assertThat(launcher.carrier())
        .isInstanceOfSatisfying(
            Carrier.Child.class,
            child -> {
              assertThat(child.signs().hold()).containsExactly("suspend");
              assertThat(child.signs().outcome().succeeded()).containsExactly("Complete");
              assertThat(child.signs().outcome().failed()).containsExactly("Failed");
              assertThat(child.signs().refreshed().stream().map(path -> String.join(".", path)))
                  .containsExactly(
                      "template.metadata.labels",
                      "template.metadata.annotations",
                      "template.spec.nodeSelector",
                      "template.spec.tolerations",
                      "template.spec.schedulingGates");
            });
    assertThat(PI.read().roles().getFirst().start()).isEqualTo(new Start.AtOnce());
  }

  private static Pod named(String name, PodTemplateSpec template) {
    return new PodBuilder()
        .withMetadata(template.getMetadata())
        .editMetadata()
        .withName(name)
        .withUid("uid-2")
        .endMetadata()
        .withSpec(template.getSpec())
        .withNewStatus()
        .withPhase("Running")
        .endStatus()
        .build();
  }

  private static List<String> variables(Container container) {
    return container.getEnv().stream().map(ThePodsOfAnMPIJobTest::brief).toList();
  }

  private static String brief(EnvVar variable) {
    return variable.getName() + "=" + variable.getValue();
  }

  private static List<String> mounts(PodSpec pod) {
    return pod.getContainers().getFirst().getVolumeMounts().stream()
        .map((VolumeMount mount) -> mount.getName() + ":" + mount.getMountPath())
        .toList();
  }
}
