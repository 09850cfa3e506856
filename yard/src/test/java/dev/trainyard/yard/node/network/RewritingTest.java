package dev.trainyard.yard.node.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RewritingTest {

  private static final ServiceName MASTER = new ServiceName("team", "mnist-master-0");
  private static final Rewriting REWRITING =
      new Rewriting(
          "team",
          Set.of(MASTER, new ServiceName("team", "mnist")),
          Map.of(23456, MASTER),
          (service, port) -> (service.equals(MASTER) ? 20000 : 30000) + port % 1000);

  record Variables(String name, Map<String, String> given, Map<String, String> changed) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Variables> variables() {
    return Stream.of(
        new Variables(
            "host and port in two variables",
            Map.of("MASTER_ADDR", "mnist-master-0", "MASTER_PORT", "23456"),
            Map.of("MASTER_ADDR", "127.0.0.1", "MASTER_PORT", "20456")),
        new Variables(
            "the same for torchrun",
            Map.of("PET_MASTER_ADDR", "mnist-master-0", "PET_MASTER_PORT", "29500"),
            Map.of("PET_MASTER_ADDR", "127.0.0.1", "PET_MASTER_PORT", "20500")),
        new Variables(
            "a host by its full name",
            Map.of("DB_HOST", "mnist-master-0.team.svc.cluster.local", "DB_PORT", "1"),
            Map.of("DB_HOST", "127.0.0.1", "DB_PORT", "20001")),
        new Variables(
            "an endpoint",
            Map.of("PET_RDZV_ENDPOINT", "mnist-master-0:29400"),
            Map.of("PET_RDZV_ENDPOINT", "127.0.0.1:20400")),
        new Variables(
            "an endpoint inside a longer text",
            Map.of("INIT_METHOD", "tcp://mnist-master-0.team.svc:29400/x"),
            Map.of("INIT_METHOD", "tcp://127.0.0.1:20400/x")),
        new Variables(
            "a list of endpoints",
            Map.of("PEERS", "mnist-master-0:1,mnist:2,other:3"),
            Map.of("PEERS", "127.0.0.1:20001,127.0.0.1:30002,other:3")),
        new Variables(
            "localhost on the pod behind the Service",
            Map.of("MASTER_ADDR", "localhost", "MASTER_PORT", "23456"),
            Map.of("MASTER_PORT", "20456")),
        new Variables(
            "localhost with a port that is no Service's",
            Map.of("CACHE_ADDR", "localhost", "CACHE_PORT", "6379"),
            Map.of()),
        new Variables(
            "a name that only equals a Service's name",
            Map.of("POD_NAME", "mnist-master-0", "JOB_NAME", "mnist", "PET_RDZV_ID", "mnist"),
            Map.of()),
        new Variables(
            "a name that only begins like a Service's",
            Map.of("X_ADDR", "mnist-master-01", "Y", "mnist.py:3", "Z", "my-mnist:80"),
            Map.of()),
        new Variables(
            "a host of another namespace", Map.of("X_ADDR", "mnist-master-0.other"), Map.of()),
        new Variables(
            "a port whose host is no Service",
            Map.of("MASTER_ADDR", "10.1.2.3", "MASTER_PORT", "23456"),
            Map.of()));
  }

  @ParameterizedTest
  @MethodSource("variables")
  void changes_variables(Variables row) {
    var expected = new TreeMap<>(row.given);
    expected.putAll(row.changed);

    assertThat(REWRITING.environment(row.given)).isEqualTo(expected);
  }

  record Words(String name, List<String> given, List<String> expected) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Words> words() {
    return Stream.of(
        new Words(
            "a flag with its value",
            List.of("torchrun", "--rdzv-endpoint=mnist-master-0:29400", "train.py"),
            List.of("torchrun", "--rdzv-endpoint=127.0.0.1:20400", "train.py")),
        new Words(
            "a flag before its value",
            List.of("torchrun", "--rdzv_endpoint", "mnist-master-0:29400"),
            List.of("torchrun", "--rdzv_endpoint", "127.0.0.1:20400")),
        new Words(
            "host and port in two flags",
            List.of("torchrun", "--master_addr", "mnist-master-0", "--master_port", "29500"),
            List.of("torchrun", "--master_addr", "127.0.0.1", "--master_port", "20500")),
        new Words(
            "host and port in two flags with values",
            List.of("torchrun", "--master-addr=mnist-master-0", "--master-port=29500"),
            List.of("torchrun", "--master-addr=127.0.0.1", "--master-port=20500")),
        new Words(
            "an endpoint inside a script",
            List.of("sh", "-c", "torchrun --rdzv_endpoint=mnist-master-0:29400 mnist.py"),
            List.of("sh", "-c", "torchrun --rdzv_endpoint=127.0.0.1:20400 mnist.py")),
        new Words("a bare host", List.of("ping", "mnist-master-0"), List.of("ping", "127.0.0.1")),
        new Words(
            "a name after a flag that takes no host",
            List.of("train", "--name", "mnist", "--run=mnist"),
            List.of("train", "--name", "mnist", "--run=mnist")),
        new Words("a program called like a Service", List.of("mnist"), List.of("mnist")),
        new Words(
            "dollar signs and backslashes",
            List.of("sh", "-c", "echo $1 \\2 other:80"),
            List.of("sh", "-c", "echo $1 \\2 other:80")));
  }

  @ParameterizedTest
  @MethodSource("words")
  void changes_arguments(Words row) {
    assertThat(REWRITING.arguments(row.given)).isEqualTo(row.expected);
  }
}
