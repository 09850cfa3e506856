package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.WorkloadMaker.workload;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Json;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.dialects.runai.WorkloadSettings.Exposure;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheNetworkOfAWorkloadTest {

  private static final WorkloadSettings WITH_URL =
      WorkloadSettings.defaults()
          .with(
              new Exposure(Optional.of("gpu.example"), false, "nginx", Optional.of("https://in")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{container: 80} | clusterip | {name: 80-port, protocol: TCP, port: 80, targetPort: 80}",
        "{container: 80, external: 81} | clusterip |"
            + " {name: 80-port, protocol: TCP, port: 81, targetPort: 80}",
        "{container: 80, external: 30080, serviceType: NodePort} | nodeport |"
            + " {name: 80-port, protocol: TCP, port: 30080, targetPort: 80, nodePort: 30080}",
        "{container: 80, serviceType: loadbalancer} | loadbalancer |"
            + " {name: 80-port, protocol: TCP, port: 80, targetPort: 80}"
      })
  void has_a_service_for_every_port(String item, String type, String port) {
    var workload = workload("job").item("ports", "a", item);

    var service = json(workload.object("Service/tw-job-0-" + type));

    assertThat(service.at("/spec/ports/0")).isEqualTo(Project.tree(port));
    assertThat(service.at("/spec/type").asText()).isEqualToIgnoringCase(type);
    assertThat(service.at("/spec/selector").toString()).isEqualTo("{\"release\":\"job\"}");
    assertThat(service.at("/metadata/labels/project").asText()).isEqualTo("team-a");
    assertThat(service.at("/metadata/ownerReferences/0/uid").asText()).isEqualTo("U");
    assertThat(workload.attachment("Service/tw-job-0-" + type).lifetime())
        .isEqualTo(Lifetime.UNTIL_JOB_GONE);
    assertThat(json(workload.pod()).at("/spec/containers/0/ports"))
        .isEqualTo(Project.tree("[{containerPort: 80, protocol: TCP}]"));
  }

  @Test
  void has_services_of_the_type_that_is_usual_for_it() {
    var workload =
        workload("job")
            .value("serviceType", "NodePort")
            .item("ports", "a", "{container: 80}")
            .item("ports", "b", "{container: 81, serviceType: ClusterIP}");

    assertThat(workload.attachments())
        .containsExactly("Service/tw-job-0-nodeport", "Service/tw-job-1-clusterip");
  }

  @Test
  void leads_from_a_url_to_a_port() {
    var workload = workload("job").item("exposedUrls", "a", "{container: 8888}").with(WITH_URL);

    assertThat(workload.attachments())
        .containsExactly("Service/tw-job-url-0", "Ingress/tw-job-url-0");
    assertThat(json(workload.object("Service/tw-job-url-0")).at("/spec/ports/0"))
        .isEqualTo(Project.tree("{name: 8888-port, protocol: TCP, port: 80, targetPort: 8888}"));
    var ingress = json(workload.object("Ingress/tw-job-url-0"));
    assertThat(ingress.path("apiVersion").asText()).isEqualTo("networking.k8s.io/v1");
    assertThat(ingress.path("spec"))
        .isEqualTo(
            Project.tree(
                """
                ingressClassName: nginx
                rules:
                - host: gpu.example
                  http:
                    paths:
                    - path: /team-a/job
                      pathType: Prefix
                      backend: {service: {name: tw-job-url-0, port: {number: 80}}}
                """));
    assertThat(ingress.at("/metadata").has("annotations")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "false | {container: 1} | https://gpu.example/team-a/job",
        "true | {container: 1} | https://team-a-job.gpu.example/",
        "false | {container: 1, url: 'https://x.y/z'} | https://x.y/z",
        "true | {container: 1, url: 'x.y'} | https://x.y/",
        "false | {container: 1, url: /only/path} | https://gpu.example/only/path"
      })
  void is_told_by_its_urls(boolean subdomains, String item, String url) {
    var settings =
        WorkloadSettings.defaults()
            .with(new Exposure(Optional.of("gpu.example"), subdomains, "nginx", Optional.empty()));
    var workload = workload("job").item("exposedUrls", "a", item).with(settings);

    assertThat(new Told(workload.read()).urls()).containsExactly(url);
  }

  @Test
  void tells_several_urls_apart_by_their_ports() {
    var workload =
        workload("job")
            .item("exposedUrls", "a", "{container: 1}")
            .item("exposedUrls", "b", "{container: 2}")
            .with(WITH_URL);

    assertThat(new Told(workload.read()).urls())
        .containsExactly("https://gpu.example/team-a/job-1", "https://gpu.example/team-a/job-2");
  }

  @Test
  void lets_in_whom_it_is_told_to() {
    var workload =
        workload("job")
            .item("exposedUrls", "a", "{container: 1, authorizedUsers: [ada, bob]}")
            .with(WITH_URL);

    assertThat(json(workload.object("Ingress/tw-job-url-0")).at("/metadata/annotations"))
        .isEqualTo(
            Project.tree(
                "{run.ai/authorized-users: 'ada,bob', nginx.ingress.kubernetes.io/auth-url:"
                    + " 'https://in'}"));
  }

  @Test
  void has_no_urls_on_one_machine() {
    var workload = workload("job").item("exposedUrls", "a", "{container: 8888}").in(Place.YARD);

    assertThat(workload.attachments()).containsExactly("Service/tw-job-url-0");
    assertThat(workload.remarks()).anyMatch(one -> one.contains("exposedUrls.a: one machine"));
  }

  private static JsonNode json(Object object) {
    return Project.tree(Json.tree(object).toString());
  }
}
