package dev.trainyard.yard.node.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.node.network.HostsFile.Peer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostsFileTest {

  private static final Peer MASTER = new Peer(pod("team", "mnist-master-0", "master"), "10.1.1.2");
  private static final Peer WORKER = new Peer(pod("team", "mnist-worker-0", "worker"), "10.1.1.3");
  private static final Peer OTHER = new Peer(pod("other", "web", "web"), "10.1.1.4");

  @TempDir Path directory;

  @Test
  void names_services_of_its_own_namespace_in_every_way_and_others_in_full() {
    var services =
        List.of(service("team", "mnist-master-0", "master"), service("other", "web", "web"));

    assertThat(
            HostsFile.content(WORKER, services, List.of(WORKER, OTHER, MASTER), Optional.empty()))
        .isEqualTo(
            """
            127.0.0.1 localhost
            ::1 localhost ip6-localhost ip6-loopback
            ::ffff:127.0.0.1 mapped-localhost
            10.1.1.3 mnist-worker-0
            10.1.1.4 web.other web.other.svc web.other.svc.cluster.local
            10.1.1.2 mnist-master-0 mnist-master-0.team mnist-master-0.team.svc mnist-master-0.team.svc.cluster.local
            10.1.1.2 10-1-1-2.team.pod.cluster.local
            ::ffff:10.1.1.2 10-1-1-2.team.pod.cluster.local
            10.1.1.3 10-1-1-3.team.pod.cluster.local
            ::ffff:10.1.1.3 10-1-1-3.team.pod.cluster.local
            10.1.1.4 10-1-1-4.other.pod.cluster.local
            ::ffff:10.1.1.4 10-1-1-4.other.pod.cluster.local
            """);
  }

  @Test
  void gives_a_service_all_the_pods_it_selects() {
    var all =
        new ServiceBuilder(service("team", "mnist", "x"))
            .editSpec()
            .withSelector(Map.of("job", "mnist"))
            .endSpec()
            .build();

    assertThat(
            HostsFile.content(WORKER, List.of(all), List.of(WORKER, MASTER), Optional.empty())
                .lines())
        .filteredOn(line -> line.contains(" mnist "))
        .extracting(line -> line.split(" ", 2)[0])
        .containsExactly("10.1.1.2", "10.1.1.3");
  }

  @Test
  void names_no_service_on_the_machines_network_but_the_pods_that_have_names() {
    var master =
        new PodBuilder(MASTER.pod())
            .editSpec()
            .withHostname("rank-0")
            .withSubdomain("mnist-master-0")
            .endSpec()
            .build();
    var services =
        List.of(service("team", "mnist-master-0", "master"), service("team", "all", "worker"));

    assertThat(
            HostsFile.beside(
                "127.0.0.1 localhost\n",
                WORKER,
                services,
                List.of(WORKER, new Peer(master, "127.64.0.2"))))
        .isEqualTo(
            """
            127.0.0.1 localhost
            127.0.0.1 mnist-worker-0
            ::ffff:127.0.0.1 mapped-localhost
            127.64.0.2 rank-0.mnist-master-0 rank-0.mnist-master-0.team rank-0.mnist-master-0.team.svc rank-0.mnist-master-0.team.svc.cluster.local
            """);
  }

  @Test
  void names_a_pod_below_the_service_that_is_its_subdomain() {
    var pod =
        new PodBuilder(MASTER.pod())
            .editSpec()
            .withHostname("rank-0")
            .withSubdomain("mnist")
            .endSpec()
            .build();

    var content =
        HostsFile.content(
            WORKER,
            List.of(service("team", "mnist", "master")),
            List.of(new Peer(pod, "10.1.1.2")),
            Optional.empty());

    assertThat(content).contains(" rank-0.mnist rank-0.mnist.team rank-0.mnist.team.svc ");
  }

  @Test
  void names_the_api_of_the_cluster() {
    assertThat(
            HostsFile.content(WORKER, List.of(), List.of(WORKER), Optional.of("10.1.1.1")).lines())
        .contains(
            "10.1.1.1 kubernetes.default kubernetes.default.svc"
                + " kubernetes.default.svc.cluster.local");
  }

  @Test
  void leaves_out_services_that_select_nobody() {
    var nobody = service("team", "nobody", "none");
    nobody.getSpec().setSelector(Map.of());

    assertThat(HostsFile.content(WORKER, List.of(nobody), List.of(WORKER), Optional.empty()))
        .doesNotContain("nobody");
  }

  @Test
  void changes_in_place_so_that_mounts_show_it() throws Exception {
    var file = directory.resolve("hosts");
    HostsFile.write(file, "a long first content\n");
    var inode = Files.getAttribute(file, "unix:ino");

    HostsFile.write(file, "short\n");

    assertThat(file).hasContent("short\n");
    assertThat(Files.getAttribute(file, "unix:ino")).isEqualTo(inode);
  }

  private static Pod pod(String namespace, String name, String role) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .withLabels(Map.of("role", role, "job", "mnist"))
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }

  private static Service service(String namespace, String name, String role) {
    return new ServiceBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withSelector(Map.of("role", role))
        .endSpec()
        .build();
  }
}
