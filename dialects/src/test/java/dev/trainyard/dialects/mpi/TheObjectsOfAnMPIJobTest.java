package dev.trainyard.dialects.mpi;

import static dev.trainyard.dialects.mpi.JobMaker.DIALECT;
import static dev.trainyard.dialects.mpi.JobMaker.LAUNCHER;
import static dev.trainyard.dialects.mpi.JobMaker.WORKER;
import static dev.trainyard.dialects.mpi.JobMaker.job;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.GangScheduler;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.KeyKind;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.plan.HostLists;
import dev.trainyard.engine.plan.Plan;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheObjectsOfAnMPIJobTest {

  private static final JobMaker PI = job("pi", 2);

  @ParameterizedTest
  @CsvSource({"false,", "true, true"})
  void are_one_service_for_all_pods(boolean launcherWorks, Boolean published) {
    var read = PI.with("/spec/runLauncherAsWorker", Boolean.toString(launcherWorks)).read();
    var service = Plan.service(read, read.lead());

    assertThat(service.getMetadata().getName()).isEqualTo("pi");
    assertThat(service.getMetadata().getLabels()).containsExactly(entry("app", "pi"));
    assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
    assertThat(service.getSpec().getPublishNotReadyAddresses()).isEqualTo(published);
    assertThat(service.getSpec().getSelector())
        .containsExactly(
            entry("training.kubeflow.org/job-name", "pi"),
            entry("training.kubeflow.org/operator-name", "mpi-operator"));
  }

  @ParameterizedTest
  @CsvSource({
    "OpenMPI, ' slots=3'",
    "Intel, ':3'",
    "MPICH, ':3'",
  })
  void are_a_list_of_hosts_in_the_words_of_each_mpirun(String implementation, String slots) {
    var pi = PI.with("/spec/mpiImplementation", implementation).with("/spec/slotsPerWorker", "3");

    assertThat(hosts(pi))
        .containsEntry(
            "hostfile",
            "pi-worker-0.pi.team-a.svc%1$s\npi-worker-1.pi.team-a.svc%1$s\n".formatted(slots))
        .containsEntry("discover_hosts.sh", "#!/bin/sh\necho pi-worker-1.pi.team-a.svc\n");
    assertThat(hosts(pi.with("/spec/runLauncherAsWorker", "true")))
        .containsEntry(
            "hostfile",
            """
            pi-launcher.pi.team-a.svc%1$s
            pi-worker-0.pi.team-a.svc%1$s
            pi-worker-1.pi.team-a.svc%1$s
            """
                .formatted(slots))
        .containsEntry(
            "discover_hosts.sh",
            "#!/bin/sh\necho pi-launcher.pi.team-a.svc\necho pi-worker-1.pi.team-a.svc\n");
  }

  @Test
  void name_hosts_in_the_domain_of_their_cluster_where_that_is_said() {
    var settings = Settings.defaults(Place.CLUSTER).inDomain(Optional.of("cluster.local"));
    var pi = PI.with("/spec/runLauncherAsWorker", "true");

    assertThat(hosts(pi.read(Lookup.nothing(settings))))
        .containsEntry(
            "hostfile",
            """
            pi-launcher.pi.team-a.svc.cluster.local slots=1
            pi-worker-0.pi.team-a.svc.cluster.local slots=1
            pi-worker-1.pi.team-a.svc.cluster.local slots=1
            """)
        .containsEntry(
            "discover_hosts.sh",
            """
            #!/bin/sh
            echo pi-launcher.pi.team-a.svc.cluster.local
            echo pi-worker-1.pi.team-a.svc.cluster.local
            """);
  }

  private static Map<String, String> hosts(JobMaker job) {
    return hosts(job.read());
  }

  /// What is written while one worker runs; it must be read back as just that.
  private static Map<String, String> hosts(TrainingJob read) {
    var keys =
        read.attachments().stream()
            .map(Attachment::content)
            .filter(Content.HostList.class::isInstance)
            .map(Content.HostList.class::cast)
            .findFirst()
            .orElseThrow()
            .keys();
    var written = HostLists.written(read, keys, List.of("pi-worker-1"));
    assertThat(HostLists.read(read, keys, written)).containsExactly("pi-worker-1");
    return written;
  }

  @Test
  void carry_the_name_of_their_app() {
    assertThat(PI.attachment("ConfigMap").name()).isEqualTo("pi-config");
    assertThat(PI.attachment("ConfigMap").labels()).containsExactly(entry("app", "pi"));
    assertThat(PI.attachment("Secret").name()).isEqualTo("pi-ssh");
    assertThat(PI.attachment("Secret").labels()).containsExactly(entry("app", "pi"));
  }

  @Test
  void are_a_pair_of_keys_that_no_record_holds() {
    assertThat(PI.attachment("Secret").content())
        .isEqualTo(
            new Content.KeyPair(
                KeyKind.ECDSA_P521,
                "ssh-privatekey",
                Set.of("ssh-publickey"),
                Map.of(),
                "kubernetes.io/ssh-auth"));
  }

  @Test
  void are_named_to_whoever_watches_them() {
    var plain = Settings.defaults(Place.CLUSTER);
    assertThat(DIALECT.attaches(plain))
        .containsExactlyInAnyOrder(Attached.CONFIG_MAPS, Attached.SECRETS);
    assertThat(DIALECT.attaches(gang("volcano")))
        .extracting(Attached.Kind::kind)
        .containsExactlyInAnyOrder("ConfigMap", "Secret", "PodGroup");
    assertThat(DIALECT.carriers(plain))
        .singleElement()
        .satisfies(
            job -> {
              assertThat(job.names("batch/v1", "Job")).isTrue();
              assertThat(job.kept())
                  .containsExactly("spec.suspend", "spec.ttlSecondsAfterFinished", "status");
            });
    assertThat(DIALECT.consults(plain)).isEmpty();
    assertThat(DIALECT.consults(gang("volcano"))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "AtStartup, , 3",
    "AtStartup, 2, 2",
    "WaitForWorkersReady, , 2",
    "WaitForWorkersReady, 3, 2",
    "WaitForWorkersReady, 1, 1",
  })
  void are_a_group_that_waits_for_nobody_who_waits_for_it(
      String policy, Integer minAvailable, int members) {
    var pi = PI.with("/spec/launcherCreationPolicy", policy);
    var asked =
        minAvailable == null
            ? pi
            : pi.with("/spec/runPolicy/schedulingPolicy/minAvailable", "" + minAvailable);

    var read = asked.read(Lookup.nothing(gang("volcano")));

    assertThat(group(read).orElseThrow().<Integer>get("spec", "minMember")).isEqualTo(members);
    assertThat(read.gang().floor()).isEqualTo(members);
    assertThat(read.gang().podsAwaitGroup()).isFalse();
  }

  @Test
  void are_a_group_with_room_for_the_launcher_also_while_it_waits() {
    var resources = "[{name: a, image: a, resources: {requests: {cpu: '%s'}}}]";
    var pi =
        PI.waiting()
            .with(LAUNCHER + "/template/spec/containers", resources.formatted("500m"))
            .with(WORKER + "/template/spec/containers", resources.formatted("2"))
            .with("/spec/runPolicy/schedulingPolicy", "{queue: blue, priorityClass: high}");

    var group = group(pi.read(Lookup.nothing(gang("volcano")))).orElseThrow();

    assertThat(group.getMetadata().getName()).isEqualTo("pi");
    assertThat(group.<String>get("spec", "minResources", "cpu")).isEqualTo("4500m");
    assertThat(group.<String>get("spec", "queue")).isEqualTo("blue");
    assertThat(group.<String>get("spec", "priorityClassName")).isEqualTo("high");
  }

  @ParameterizedTest
  @CsvSource({"volcano", "coscheduling"})
  void are_a_group_that_every_pod_names(String scheduler) {
    var lookup = Lookup.nothing(gang(scheduler));
    var template = PI.launcher(lookup).getSpec().getTemplate();
    var marks = PI.read(lookup).gang().marks();

    assertThat(template.getSpec().getSchedulerName()).isEqualTo(scheduler);
    assertThat(template.getMetadata().getLabels()).containsAllEntriesOf(marks.labels());
    assertThat(template.getMetadata().getAnnotations()).containsAllEntriesOf(marks.annotations());
    assertThat(marks.labels().size() + marks.annotations().size()).isOne();
    assertThat(
            PI.with(LAUNCHER + "/template/spec/schedulerName", "mine")
                .launcher(lookup)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getSchedulerName())
        .isEqualTo("mine");
  }

  @Test
  void are_no_group_without_a_scheduler_for_it_or_within_a_wrapper_that_was_admitted_whole() {
    var wrapped =
        PI.ownedBy("workload.codeflare.dev/v1beta2", "AppWrapper")
            .annotated(Annotations.ADMITTED, "queue");

    assertThat(group(PI.read())).isEmpty();
    assertThat(group(wrapped.read(Lookup.nothing(gang("volcano"))))).isEmpty();
  }

  private static Optional<GenericKubernetesResource> group(TrainingJob read) {
    return read.attachments().stream()
        .filter(one -> one.kind().equals("PodGroup"))
        .map(one -> Plan.object(read, one, List.of()))
        .findFirst();
  }

  private static Settings gang(String scheduler) {
    return Settings.defaults(Place.CLUSTER).with(Optional.of(GangScheduler.named(scheduler)));
  }
}
