package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.kubeflow.ElasticEnv.Generated;
import dev.trainyard.engine.model.EnvContract.Value;
import dev.trainyard.engine.model.Role.Text;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TheElasticEnvironmentTest {

  private static final JobMaker WORKERS =
      job("flex")
          .workers(3)
          .workersWith(
              "/template/spec/containers/0/ports",
              "[{name: pytorchjob-port, containerPort: 24000}]");

  /// The generator alone: no defaults were applied before it.
  record Row(String name, JobMaker job, String expected) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> rows() {
    var basics = "PET_RDZV_ENDPOINT=flex-worker-0:24000 PET_RDZV_BACKEND=c10d ";
    return Stream.of(
        new Row("no elastic policy", WORKERS, ""),
        new Row("an empty policy", WORKERS.elastic("{}"), basics + "PET_NNODES=3"),
        new Row(
            "both bounds",
            WORKERS.elastic("{minReplicas: 2, maxReplicas: 6}"),
            basics + "PET_NNODES=2:6"),
        new Row(
            "only a lower bound", WORKERS.elastic("{minReplicas: 2}"), basics + "PET_NNODES=2:2"),
        new Row(
            "only an upper bound", WORKERS.elastic("{maxReplicas: 6}"), basics + "PET_NNODES=6:6"),
        new Row(
            "another rendezvous",
            WORKERS.elastic("{rdzvHost: store, rdzvPort: 2379, rdzvBackend: etcd-v2}"),
            "PET_RDZV_ENDPOINT=store:2379 PET_RDZV_BACKEND=etcd-v2 PET_NNODES=3"),
        new Row(
            "no restarts of torchrun itself",
            WORKERS.elastic("{maxRestarts: 0}"),
            basics + "PET_NNODES=3 PET_MAX_RESTARTS=0"),
        new Row(
            "everything, in order",
            WORKERS.elastic(
                "{standalone: true, rdzvConf: [{key: timeout, value: '30'}, {key: is_host, value:"
                    + " ''}], rdzvId: '', nProcPerNode: 4, maxRestarts: 5}"),
            basics
                + "PET_NNODES=3 PET_MAX_RESTARTS=5 PET_NPROC_PER_NODE=4 PET_RDZV_ID="
                + " PET_RDZV_CONF=timeout=30,is_host= PET_STANDALONE="),
        new Row(
            "what is empty or off",
            WORKERS.elastic("{rdzvConf: [], standalone: false}"),
            basics + "PET_NNODES=3"),
        new Row(
            "no port",
            WORKERS.workersWith("/template/spec/containers/0/ports", "[]").elastic("{}"),
            "port not found"),
        new Row(
            "no port, and none needed",
            WORKERS.workersWith("/template/spec/containers/0/ports", "[]").elastic("{rdzvPort: 1}"),
            "PET_RDZV_ENDPOINT=flex-worker-0:1 PET_RDZV_BACKEND=c10d PET_NNODES=3"),
        new Row("no workers", job("flex").master().elastic("{}"), "cannot find the worker spec"),
        new Row(
            "no workers, but a port",
            job("flex").master().elastic("{rdzvPort: 1}"),
            "cannot find the worker spec"),
        new Row(
            "no workers, but bounds",
            job("flex").master().elastic("{minReplicas: 1, maxReplicas: 2}"),
            "cannot find the worker spec"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void is_generated_as_documented(Row row) {
    var spelled =
        switch (ElasticEnv.of(new Layout(row.job().build()), "")) {
          case Generated.Impossible(var why) -> why;
          case Generated.Variables(var variables) ->
              variables.stream()
                  .map(variable -> variable.name() + "=" + spelled(variable.value()))
                  .collect(Collectors.joining(" "));
        };

    assertThat(spelled).isEqualTo(row.expected());
  }

  private static String spelled(Value value) {
    return value instanceof Value.Spelled(Text.Fixed(var text)) ? text : value.toString();
  }
}
