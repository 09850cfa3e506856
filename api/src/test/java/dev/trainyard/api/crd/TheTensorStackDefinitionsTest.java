package dev.trainyard.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.api.Crds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TheTensorStackDefinitionsTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DOMAIN = "tensorstack.dev";

  /// Parts of Kubernetes' own types, which it explains elsewhere.
  private static final List<String> CORE =
      List.of("metadata", ".resources.", "Selector.", ".dependent.");

  static List<String> names() {
    return Crds.names().stream().filter(name -> name.endsWith(DOMAIN)).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "PyTorchTrainingJob, pytorchtrainingjobs, batch.tensorstack.dev, pj",
    "DeepSpeedJob, deepspeedjobs, batch.tensorstack.dev, dj",
    "TensorBoard, tensorboards, tensorstack.dev, tb",
    "Queue, queues, scheduler.tensorstack.dev, q",
    "PodGroup, podgroups, scheduler.tensorstack.dev, pg",
  })
  void name_the_kinds_as_their_users_do(
      String kind, String plural, String group, String shortName) {
    var crd = crd(plural + "." + group);

    assertThat(crd.at("/spec/group").asText()).isEqualTo(group);
    assertThat(crd.at("/spec/scope").asText()).isEqualTo("Namespaced");
    assertThat(crd.at("/spec/names/kind").asText()).isEqualTo(kind);
    assertThat(crd.at("/spec/names/listKind").asText()).isEqualTo(kind + "List");
    assertThat(crd.at("/spec/names/plural").asText()).isEqualTo(plural);
    assertThat(crd.at("/spec/names/shortNames")).isEqualTo(JSON.valueToTree(List.of(shortName)));
    assertThat(crd.at("/spec/versions")).hasSize(1);
    assertThat(version(crd).at("/name").asText()).isEqualTo("v1beta1");
    assertThat(version(crd).at("/subresources"))
        .isEqualTo(JSON.valueToTree(Map.of("status", Map.of())));
  }

  @ParameterizedTest
  @CsvSource({
    "pytorchtrainingjobs.batch.tensorstack.dev, 'PHASE .status.phase, AGE"
        + " .metadata.creationTimestamp'",
    "deepspeedjobs.batch.tensorstack.dev, 'PHASE .status.phase, AGE .metadata.creationTimestamp'",
    "tensorboards.tensorstack.dev, 'PHASE .status.phase, AGE .metadata.creationTimestamp'",
    "queues.scheduler.tensorstack.dev,"
        + " 'PRIORITY .spec.priority, CLOSED .spec.closed, PREEMPTIBLE .spec.preemptible'",
    "podgroups.scheduler.tensorstack.dev,"
        + " 'QUEUE .spec.queue, MINMEMBER .spec.minMember, RUNNING .status.running'",
  })
  void print_what_people_look_for(String name, String columns) {
    var printed = new ArrayList<String>();
    version(crd(name))
        .at("/additionalPrinterColumns")
        .forEach(
            column ->
                printed.add(column.get("name").asText() + " " + column.get("jsonPath").asText()));

    assertThat(String.join(", ", printed)).isEqualTo(columns);
  }

  @ParameterizedTest
  @CsvSource({
    "pytorchtrainingjobs.batch.tensorstack.dev, spec.runMode.debug.enable, boolean,",
    "pytorchtrainingjobs.batch.tensorstack.dev, spec.runMode.debug.enabled, boolean,",
    "pytorchtrainingjobs.batch.tensorstack.dev, spec.runMode.pause.enable, boolean,",
    "pytorchtrainingjobs.batch.tensorstack.dev, spec.runMode.pause.enabled, boolean,",
    "pytorchtrainingjobs.batch.tensorstack.dev, spec.elastic.enable, boolean,",
    "pytorchtrainingjobs.batch.tensorstack.dev, spec.elastic.enabled, boolean,",
    "pytorchtrainingjobs.batch.tensorstack.dev, spec.torchrunConfig.enable, boolean,",
    "pytorchtrainingjobs.batch.tensorstack.dev, spec.torchrunConfig.enabled, boolean,",
    "pytorchtrainingjobs.batch.tensorstack.dev, spec.scheduler.t9kScheduler.queue, string,",
    "pytorchtrainingjobs.batch.tensorstack.dev, spec.scheduler.t9kScheduler.Queue, string,",
    "pytorchtrainingjobs.batch.tensorstack.dev, spec.runPolicy.activeDeadlineSeconds, integer,"
        + " int64",
    "pytorchtrainingjobs.batch.tensorstack.dev, spec.replicaSpecs[].replicas, integer, int32",
    "pytorchtrainingjobs.batch.tensorstack.dev, spec.tensorboardSpec.logDir.pvc[].subPath[],"
        + " string,",
    "pytorchtrainingjobs.batch.tensorstack.dev, status.conditions[].lastTransitionTime, string,"
        + " date-time",
    "pytorchtrainingjobs.batch.tensorstack.dev,"
        + " status.tasks[].replicaStatus[].containers[].exitCode, integer, int32",
    "deepspeedjobs.batch.tensorstack.dev, spec.config.run.module[], string,",
    "deepspeedjobs.batch.tensorstack.dev, spec.config.run.Module[], string,",
    "deepspeedjobs.batch.tensorstack.dev, spec.config.run.exec[], string,",
    "deepspeedjobs.batch.tensorstack.dev, spec.config.run.Exec[], string,",
    "tensorboards.tensorstack.dev, spec.logDir.s3.secretRef.name, string,",
    "tensorboards.tensorstack.dev, spec.scheduler.t9kScheduler.Queue, string,",
    "tensorboards.tensorstack.dev, status.pod.reference.uid, string,",
    "tensorboards.tensorstack.dev, status.conditions[].lastProbeTime, string, date-time",
    "queues.scheduler.tensorstack.dev, spec.closed, boolean,",
    "queues.scheduler.tensorstack.dev, status.podGroups.total, integer, int32",
    "podgroups.scheduler.tensorstack.dev, spec.roles[].minMember, integer, int32",
    "podgroups.scheduler.tensorstack.dev, status.conditions[].transitionID, string,",
  })
  void type_each_field_in_every_spelling(String name, String path, String type, String format) {
    assertThat(field(name, path).path("type").asText()).isEqualTo(type);
    assertThat(field(name, path).path("format").textValue()).isEqualTo(format);
  }

  @Test
  void take_processes_and_quantities_as_a_number_or_a_string() {
    var jobs = "pytorchtrainingjobs.batch.tensorstack.dev";
    for (var field :
        List.of(
            field(jobs, "spec.torchrunConfig.procPerNode"),
            field(jobs, "spec.tensorboardSpec.resources.limits{}"),
            field("queues.scheduler.tensorstack.dev", "spec.quota.requests{}"))) {
      assertThat(field.path("x-kubernetes-int-or-string").asBoolean()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "pytorchtrainingjobs.batch.tensorstack.dev, spec.replicaSpecs[].template",
    "deepspeedjobs.batch.tensorstack.dev, spec.worker.template",
  })
  void leave_templates_to_the_pods_made_from_them(String name, String path) {
    var template = field(name, path);

    assertThat(template.path("type").asText()).isEqualTo("object");
    assertThat(template.path("x-kubernetes-preserve-unknown-fields").asBoolean()).isTrue();
    assertThat(template.has("properties")).isFalse();
  }

  /// What is missing or out of bounds is told with everything else, by whoever admits the resource.
  @ParameterizedTest
  @MethodSource("names")
  void demand_nothing_and_leave_every_word_free(String name) {
    assertThat(fields(name).values())
        .allSatisfy(
            schema -> {
              assertThat(schema.has("required")).isFalse();
              assertThat(schema.has("enum")).isFalse();
              assertThat(schema.has("default")).isFalse();
            });
  }

  /// Nobody admits these but the API server.
  @Test
  void bound_queues_and_groups() {
    for (var priority :
        List.of(
            field("queues.scheduler.tensorstack.dev", "spec.priority"),
            field("podgroups.scheduler.tensorstack.dev", "spec.priority"))) {
      assertThat(priority.path("minimum").asInt(-1)).isZero();
      assertThat(priority.path("maximum").asInt(-1)).isEqualTo(100);
    }
    var duration =
        field("queues.scheduler.tensorstack.dev", "spec.maxDuration").path("pattern").asText();
    assertThat(List.of("", "0", "3w", "2h45m", "1y2w3d4h5m6s7ms"))
        .allSatisfy(text -> assertThat(text).matches(duration));
    assertThat(List.of("3", "1m2h", "1.5h", "-1h"))
        .allSatisfy(text -> assertThat(text).doesNotMatch(duration));
  }

  @ParameterizedTest
  @MethodSource("names")
  void explain_every_field_in_a_sentence(String name) {
    var silent = new TreeSet<String>();
    fields(name)
        .forEach(
            (path, schema) -> {
              var named = !path.endsWith("{}") && !path.endsWith("[]");
              var core = CORE.stream().anyMatch(path::contains);
              if (named && !core && !schema.path("description").asText().endsWith(".")) {
                silent.add(path);
              }
            });

    assertThat(silent).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("names")
  void are_structural_so_that_an_api_server_accepts_them(String name) {
    assertThat(Schemas.violations(version(crd(name)).at("/schema/openAPIV3Schema"))).isEmpty();
  }

  private static JsonNode crd(String name) {
    return Crds.all().stream()
        .filter(definition -> definition.getMetadata().getName().equals(name))
        .<JsonNode>map(JSON::valueToTree)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no definition " + name));
  }

  private static JsonNode version(JsonNode crd) {
    return crd.at("/spec/versions/0");
  }

  private static Map<String, JsonNode> fields(String name) {
    return Schemas.fields(version(crd(name)).at("/schema/openAPIV3Schema"));
  }

  private static JsonNode field(String name, String path) {
    var schema = fields(name).get(path);
    assertThat(schema).as("%s of %s", path, name).isNotNull();
    return schema == null ? JSON.missingNode() : schema;
  }
}
