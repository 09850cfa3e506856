package dev.trainyard.scheduler.core;

import static dev.trainyard.scheduler.core.Makers.resources;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ThePodRequestsTest {

  private static final YAMLMapper YAML = new YAMLMapper();

  record Row(String name, String spec, Resources requests) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> rows() {
    return Stream.of(
        new Row(
            "of a pod that asks for nothing", "containers: [{name: a}]", resources("pods", "1")),
        new Row(
            "add up its containers",
            """
            containers:
            - {name: a, resources: {requests: {cpu: 500m, memory: 1Gi}}}
            - {name: b, resources: {requests: {cpu: "0.25"}}}
            """,
            resources("cpu", "750m", "memory", "1Gi", "pods", "1")),
        new Row(
            "count a device that is only limited",
            """
            containers:
            - {name: a, resources: {requests: {cpu: 1}, limits: {cpu: 2, nvidia.com/gpu: 4}}}
            """,
            resources("cpu", "1", "nvidia.com/gpu", "4", "pods", "1")),
        new Row(
            "take a request of zero at its word",
            "containers: [{name: a, resources: {requests: {cpu: 0}, limits: {cpu: 2}}}]",
            resources("pods", "1")),
        new Row(
            "take the larger of the largest init container and the containers",
            """
            initContainers:
            - {name: i, resources: {requests: {cpu: 3, memory: 1Gi}}}
            - {name: j, resources: {requests: {cpu: 1}}}
            containers:
            - {name: a, resources: {requests: {cpu: 2, memory: 2Gi}}}
            """,
            resources("cpu", "3", "memory", "2Gi", "pods", "1")),
        new Row(
            "keep sidecars beside the containers and beside later init containers",
            """
            initContainers:
            - {name: s, restartPolicy: Always, resources: {requests: {cpu: 1}}}
            - {name: i, resources: {requests: {cpu: 3}}}
            containers:
            - {name: a, resources: {requests: {cpu: 2}}}
            """,
            resources("cpu", "4", "pods", "1")),
        new Row(
            "replace the sum by what the pod asks for as a whole, and add its overhead",
            """
            resources: {requests: {cpu: 5}}
            overhead: {cpu: 100m}
            containers:
            - {name: a, resources: {requests: {cpu: 2, memory: 1Gi}}}
            """,
            resources("cpu", "5100m", "memory", "1Gi", "pods", "1")));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void are_exact(Row row) throws JsonProcessingException {
    assertThat(PodRequests.of(YAML.readValue(row.spec(), PodSpec.class))).isEqualTo(row.requests());
  }
}
