package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.TestApi.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ATableTest {

  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String POD =
      "{metadata: {name: a}, spec: {containers: [{name: main, image: x}]}}";

  private final TestApi api = new TestApi();

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void has_the_columns_that_users_know() {
    api.post(PODS, POD);

    var table = api.table(PODS).body();

    assertThat(table.path("kind").asText()).isEqualTo("Table");
    assertThat(names(table))
        .containsExactly(
            "Name",
            "Ready",
            "Status",
            "Restarts",
            "Age",
            "IP",
            "Node",
            "Nominated Node",
            "Readiness Gates");
    assertThat(priorities(table)).containsExactly(0, 0, 0, 0, 0, 1, 1, 1, 1);
    assertThat(cells(table, 0).subList(0, 4)).containsExactly("a", "0/1", "Pending", "0");
    assertThat(table.at("/rows/0/object/kind").asText()).isEqualTo("PartialObjectMetadata");
    assertThat(table.at("/metadata/resourceVersion").asText()).isNotEmpty();
  }

  @Test
  void shows_what_an_autoscaler_measures() {
    var autoscalers = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
    var made =
        api.post(
            autoscalers,
            """
            metadata: {name: a}
            spec:
              scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: d}
              maxReplicas: 3
              metrics:
              - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}
              - type: ContainerResource
                containerResource:
                  {name: memory, container: c, target: {type: AverageValue, averageValue: 1Gi}}
              - {type: Pods, pods: {metric: {name: m}, target: {type: AverageValue, averageValue: 1}}}
            """);
    assertThat(made.code()).as(made.message()).isEqualTo(201);
    assertThat(cells(api.table(autoscalers).body(), 0).get(2))
        .isEqualTo("cpu: <unknown>/80%, memory: <unknown>/1Gi + 1 more...");

    api.merge(
        autoscalers + "/a/status",
        """
        status:
          desiredReplicas: 1
          currentMetrics:
          - {type: Resource, resource: {name: cpu, current: {averageUtilization: 40}}}
          - type: ContainerResource
            containerResource: {name: memory, container: c, current: {averageValue: 512Mi}}
        """);
    assertThat(cells(api.table(autoscalers).body(), 0).get(2))
        .isEqualTo("cpu: 40%/80%, memory: 512Mi/1Gi + 1 more...");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          Running   | {state: {running: {}}, ready: true}                    | Running          | 1/1
          Running   | {state: {waiting: {reason: CrashLoopBackOff}}}         | CrashLoopBackOff | 0/1
          Succeeded | {state: {terminated: {exitCode: 0, reason: Completed}}} | Completed        | 0/1
          Failed    | {state: {terminated: {exitCode: 3}}}                   | ExitCode:3       | 0/1
          Failed    | {state: {terminated: {exitCode: 137, signal: 9}}}      | Signal:9         | 0/1
          """)
  void tells_how_a_pod_is(String phase, String state, String status, String ready) {
    api.post(PODS, POD);
    api.merge(
        PODS + "/a/status",
        "status: {phase: %s, containerStatuses: [%s]}"
            .formatted(phase, state.replaceFirst("\\{", "{name: main, ")));

    var cells = cells(api.table(PODS).body(), 0);

    assertThat(cells.get(2)).isEqualTo(status);
    assertThat(cells.get(1)).isEqualTo(ready);
  }

  @Test
  void tells_which_init_container_a_pod_waits_for() {
    api.post(
        PODS,
        "{metadata: {name: a}, spec: {initContainers: [{name: i, image: x}, {name: j, image: x}],"
            + " containers: [{name: main, image: x}]}}");
    api.merge(
        PODS + "/a/status",
        "status: {phase: Pending, initContainerStatuses: [{name: i, state: {terminated: {exitCode:"
            + " 0}}}, {name: j, state: {running: {}}}]}");

    assertThat(cells(api.table(PODS).body(), 0).get(2)).isEqualTo("Init:1/2");
  }

  @Test
  void has_as_much_of_the_objects_as_was_asked_for() {
    api.post(PODS, POD);

    assertThat(api.table(PODS + "?includeObject=Object").body().at("/rows/0/object/spec"))
        .isNotEmpty();
    assertThat(api.table(PODS + "?includeObject=None").body().at("/rows/0").has("object"))
        .isFalse();
    assertThat(api.table(PODS + "?includeObject=All").code()).isEqualTo(400);
  }

  @Test
  void shows_one_object_and_its_changes_as_well() {
    api.post(PODS, POD);
    assertThat(cells(api.table(PODS + "/a").body(), 0)).startsWith("a");

    try (var events =
        api.watch(api.request(PODS + "?watch=true").header("Accept", TestApi.TABLE))) {
      var first = events.next().path("object");
      assertThat(names(first)).startsWith("Name");
      assertThat(cells(first, 0)).startsWith("a");

      api.merge(PODS + "/a/status", "status: {phase: Running}");
      var second = events.next();
      while (!second.path("type").asText().equals("MODIFIED")) {
        second = events.next();
      }
      assertThat(names(second.path("object"))).isEmpty();
      assertThat(cells(second.path("object"), 0)).contains("Running");
    }
  }

  @Test
  void has_the_columns_of_a_custom_resources_definition() {
    api.post(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        """
        metadata: {name: trains.example.com}
        spec:
          group: example.com
          scope: Namespaced
          names: {plural: trains, kind: Train}
          versions:
          - name: v1
            served: true
            storage: true
            schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            additionalPrinterColumns:
            - {name: State, type: string, jsonPath: ".status.conditions[-1:].type"}
            - {name: Cars, type: integer, jsonPath: .spec.cars}
            - {name: Note, type: string, jsonPath: .spec.note, priority: 1}
            - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
        """);
    var trains = "/apis/example.com/v1/namespaces/default/trains";
    api.post(
        trains,
        """
        apiVersion: example.com/v1
        kind: Train
        metadata: {name: express}
        spec: {cars: 7}
        status: {conditions: [{type: Created}, {type: Running}]}
        """);

    var table = api.table(trains).body();

    assertThat(names(table)).containsExactly("Name", "State", "Cars", "Note", "Age");
    assertThat(priorities(table)).containsExactly(0, 0, 0, 1, 0);
    assertThat(table.at("/rows/0/cells/2")).isEqualTo(yaml("cars: 7").path("cars"));
    assertThat(cells(table, 0).subList(0, 4)).containsExactly("express", "Running", "7", "null");
    assertThat(cells(table, 0).getLast()).matches("\\d+s");
  }

  @Test
  void is_not_forced_on_readers_that_want_metadata_only() {
    api.post(PODS, POD);

    var list =
        api.send(
                api.request(PODS)
                    .header(
                        "Accept",
                        "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"))
            .body();

    assertThat(list.path("kind").asText()).isEqualTo("PartialObjectMetadataList");
    assertThat(list.at("/items/0/metadata/name").asText()).isEqualTo("a");
    assertThat(list.at("/items/0").has("spec")).isFalse();
  }

  private static List<String> names(JsonNode table) {
    return table.path("columnDefinitions").findValuesAsText("name");
  }

  private static List<Integer> priorities(JsonNode table) {
    return table.path("columnDefinitions").findValues("priority").stream()
        .map(JsonNode::asInt)
        .toList();
  }

  private static List<String> cells(JsonNode table, int row) {
    var cells = new ArrayList<String>();
    table.path("rows").path(row).path("cells").forEach(cell -> cells.add(cell.asText()));
    return cells;
  }
}
