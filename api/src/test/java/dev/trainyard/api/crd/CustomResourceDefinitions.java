package dev.trainyard.api.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.AppWrapperStatus;
import dev.trainyard.api.kubeflow.JobStatus;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.api.runai.TrainingPolicy;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.api.runai.TrainingWorkloadStatus;
import dev.trainyard.api.tensorstack.DeepSpeedJob;
import dev.trainyard.api.tensorstack.PodGroup;
import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.api.tensorstack.Queue;
import dev.trainyard.api.tensorstack.TensorBoard;
import dev.trainyard.api.tensorstack.TensorBoardSpec;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/// The definitions a cluster needs, made from the records: what the generator derives from their
/// types, then what only Kubernetes knows about its own types, then what belongs to the kind.
final class CustomResourceDefinitions {

  private static final String CREATED = ".metadata.creationTimestamp";

  private static final YAMLMapper YAML =
      new YAMLMapper(
          YAMLFactory.builder()
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .build());

  /// Every definition, as `Crds` names them.
  static List<ObjectNode> all() throws IOException {
    return List.of(
        pyTorchJob(),
        pyTorchTrainingJob(),
        deepSpeedJob(),
        tensorBoard(),
        queue(),
        podGroup(),
        appWrapper(),
        trainingWorkload(),
        trainingPolicy());
  }

  static ObjectNode pyTorchJob() throws IOException {
    var crd = generate(PyTorchJobResource.class);
    var version = (ObjectNode) crd.at("/spec/versions/0");
    var columns = version.putArray("additionalPrinterColumns");
    column(columns, "State", "string", ".status.conditions[-1:].type");
    column(columns, "Age", "date", CREATED);
    version
        .withObject("/subresources/scale")
        .put("specReplicasPath", ".spec.pytorchReplicaSpecs.Worker.replicas")
        .put("statusReplicasPath", ".status.replicaStatuses.Worker.active")
        .put("labelSelectorPath", ".status.replicaStatuses.Worker.selector");
    refine(crd, PyTorchJob.Spec.class, JobStatus.class);
    describe(
        crd,
        "A distributed PyTorch training job: a master, workers, or both.",
        "What to run and when to stop.",
        "How the job fares; written by the operator.");
    return crd;
  }

  static ObjectNode pyTorchTrainingJob() throws IOException {
    var crd = generate(PyTorchTrainingJobResource.class);
    columns(crd, "PHASE", "string", ".status.phase", "AGE", "date", CREATED);
    refine(crd, PyTorchTrainingJob.Spec.class, dev.trainyard.api.tensorstack.JobStatus.class);
    var spec = spec(crd);
    leaveToPods(spec, "/properties/replicaSpecs/items/properties/template");
    leaveToAdmission(spec);
    describe(
        crd,
        "A PyTorch training job of replicas of any types.",
        "What to run and when to stop.",
        "How the job fares; written by the operator.");
    return crd;
  }

  static ObjectNode deepSpeedJob() throws IOException {
    var crd = generate(DeepSpeedJobResource.class);
    columns(crd, "PHASE", "string", ".status.phase", "AGE", "date", CREATED);
    refine(crd, DeepSpeedJob.Spec.class, dev.trainyard.api.tensorstack.JobStatus.class);
    var spec = spec(crd);
    leaveToPods(spec, "/properties/worker/properties/template");
    leaveToAdmission(spec);
    describe(
        crd,
        "A training job whose workers are started by deepspeed.",
        "What to run and when to stop.",
        "How the job fares; written by the operator.");
    return crd;
  }

  static ObjectNode tensorBoard() throws IOException {
    var crd = generate(TensorBoardResource.class);
    columns(crd, "PHASE", "string", ".status.phase", "AGE", "date", CREATED);
    refine(crd, TensorBoardSpec.class, TensorBoard.Status.class);
    leaveToAdmission(spec(crd));
    describe(
        crd,
        "A page that shows the logs of trainings.",
        "Which logs it shows, and what it runs in.",
        "Whether the page is there; written by the operator.");
    return crd;
  }

  static ObjectNode queue() throws IOException {
    var crd = generate(QueueResource.class);
    columns(
        crd,
        "PRIORITY",
        "integer",
        ".spec.priority",
        "CLOSED",
        "boolean",
        ".spec.closed",
        "PREEMPTIBLE",
        "boolean",
        ".spec.preemptible");
    refine(crd, Queue.Spec.class, Queue.Status.class);
    describe(
        crd,
        "A share of the cluster that jobs wait for.",
        "How large the share is, and who may use it.",
        "What is in the queue; written by the scheduler.");
    return crd;
  }

  static ObjectNode podGroup() throws IOException {
    var crd = generate(PodGroupResource.class);
    columns(
        crd,
        "QUEUE",
        "string",
        ".spec.queue",
        "MINMEMBER",
        "integer",
        ".spec.minMember",
        "RUNNING",
        "integer",
        ".status.running");
    refine(crd, PodGroup.Spec.class, PodGroup.Status.class);
    describe(
        crd,
        "Pods that are placed together or not at all.",
        "How many have to be placed together, and where they wait.",
        "How its pods fare; written by the scheduler.");
    return crd;
  }

  static ObjectNode appWrapper() throws IOException {
    var crd = generate(AppWrapperResource.class);
    columns(
        crd,
        "Status",
        "string",
        ".status.phase",
        "Quota Reserved",
        "string",
        condition("QuotaReserved"),
        "Resources Deployed",
        "string",
        condition("ResourcesDeployed"),
        "Unhealthy",
        "string",
        condition("Unhealthy"),
        "Age",
        "date",
        CREATED);
    refine(crd, AppWrapper.Spec.class, AppWrapperStatus.class);
    var template = "/properties/components/items/properties/template";
    leaveToPods(spec(crd), template);
    ((ObjectNode) spec(crd).at(template)).put("x-kubernetes-embedded-resource", true);
    describe(
        crd,
        "Objects that are admitted, watched, retried and removed as one.",
        "What it wraps, and whether that may run.",
        "How it fares; written by the operator.");
    return crd;
  }

  static ObjectNode trainingWorkload() throws IOException {
    var crd = generate(TrainingWorkloadResource.class);
    columns(
        crd,
        "Phase",
        "string",
        ".status.phase",
        "Job",
        "string",
        ".status.jobName",
        "Running pods",
        "integer",
        ".status.runningPods",
        "Age",
        "date",
        CREATED);
    var properties = (ObjectNode) schema(crd).get("properties");
    properties.set("spec", RunAiSchemas.workload());
    var status = (ObjectNode) properties.get("status");
    SchemaRefinement.refine(TrainingWorkloadStatus.class, status);
    leaveToPods(status, "/properties/memory");
    describe(
        crd,
        "A training, or a template for trainings.",
        "What to run, or what trainings that name this one have in common.",
        "How the training fares; written by the operator.");
    return crd;
  }

  /// Nothing is told of a policy, so it has no status.
  static ObjectNode trainingPolicy() throws IOException {
    var crd = generate(TrainingPolicyResource.class);
    columns(crd, "Age", "date", CREATED);
    var properties = (ObjectNode) schema(crd).get("properties");
    properties.set("spec", RunAiSchemas.policy());
    properties.remove("status");
    schema(crd).put("description", "What administrators preset in trainings and allow them.");
    spec(crd).put("description", "A default and rules for each field of a training.");
    return crd;
  }

  private static String condition(String type) {
    return ".status.conditions[?(@.type==\"%s\")].status".formatted(type);
  }

  static String yaml(ObjectNode crd) throws IOException {
    return "# Generated from the records of the api module; change those, then run its tests with\n"
        + "# -Dcrds.write=true.\n"
        + YAML.writeValueAsString(crd);
  }

  private static ObjectNode generate(Class<? extends HasMetadata> resource) throws IOException {
    var output = new InMemory();
    new CRDGenerator().withOutput(output).customResourceClasses(List.of(resource)).generate();
    var crd = (ObjectNode) YAML.readTree(output.bytes.toByteArray());
    var names = (ObjectNode) crd.at("/spec/names");
    names.put("listKind", names.get("kind").asText() + "List");
    // The generator describes the two parts users write; every object also carries these.
    var properties = crd.withObject("/spec/versions/0/schema/openAPIV3Schema/properties");
    properties
        .putObject("apiVersion")
        .put("description", "The group and version of this kind.")
        .put("type", "string");
    properties.putObject("kind").put("description", "The name of this kind.").put("type", "string");
    properties.putObject("metadata").put("type", "object");
    return crd;
  }

  private static void column(ArrayNode columns, String name, String type, String jsonPath) {
    columns.addObject().put("name", name).put("type", type).put("jsonPath", jsonPath);
  }

  /// Name, type and path of each in turn.
  private static void columns(ObjectNode crd, String... words) {
    var columns = ((ObjectNode) crd.at("/spec/versions/0")).putArray("additionalPrinterColumns");
    for (int i = 0; i < words.length; i += 3) {
      column(columns, words[i], words[i + 1], words[i + 2]);
    }
  }

  private static ObjectNode schema(ObjectNode crd) {
    return (ObjectNode) crd.at("/spec/versions/0/schema/openAPIV3Schema");
  }

  private static ObjectNode spec(ObjectNode crd) {
    return (ObjectNode) schema(crd).at("/properties/spec");
  }

  private static void refine(ObjectNode crd, Class<?> spec, Class<?> status) {
    SchemaRefinement.refine(spec, spec(crd));
    SchemaRefinement.refine(status, (ObjectNode) schema(crd).at("/properties/status"));
  }

  /// Whether a template is one is found out when a pod is made from it.
  private static void leaveToPods(ObjectNode spec, String template) {
    var schema = (ObjectNode) spec.at(template);
    schema.retain("description");
    schema.put("type", "object").put("x-kubernetes-preserve-unknown-fields", true);
  }

  /// What is missing is told with everything else that is wrong, in our words and at once.
  private static void leaveToAdmission(ObjectNode spec) {
    spec.findParents("required").stream()
        .filter(parent -> parent.get("required").isArray())
        .forEach(parent -> ((ObjectNode) parent).remove("required"));
  }

  private static void describe(ObjectNode crd, String kind, String spec, String status) {
    var schema = schema(crd);
    schema.put("description", kind);
    spec(crd).put("description", spec);
    ((ObjectNode) schema.at("/properties/status")).put("description", status);
  }

  @Group(PyTorchJob.GROUP)
  @Version(PyTorchJob.VERSION)
  @Kind(PyTorchJob.KIND)
  @Plural(PyTorchJob.PLURAL)
  private static final class PyTorchJobResource extends CustomResource<PyTorchJob.Spec, JobStatus>
      implements Namespaced {}

  @Group(PyTorchTrainingJob.GROUP)
  @Version(PyTorchTrainingJob.VERSION)
  @Kind(PyTorchTrainingJob.KIND)
  @Plural(PyTorchTrainingJob.PLURAL)
  @ShortNames("pj")
  private static final class PyTorchTrainingJobResource
      extends CustomResource<PyTorchTrainingJob.Spec, dev.trainyard.api.tensorstack.JobStatus>
      implements Namespaced {}

  @Group(DeepSpeedJob.GROUP)
  @Version(DeepSpeedJob.VERSION)
  @Kind(DeepSpeedJob.KIND)
  @Plural(DeepSpeedJob.PLURAL)
  @ShortNames("dj")
  private static final class DeepSpeedJobResource
      extends CustomResource<DeepSpeedJob.Spec, dev.trainyard.api.tensorstack.JobStatus>
      implements Namespaced {}

  @Group(TensorBoard.GROUP)
  @Version(TensorBoard.VERSION)
  @Kind(TensorBoard.KIND)
  @Plural(TensorBoard.PLURAL)
  @ShortNames("tb")
  private static final class TensorBoardResource
      extends CustomResource<TensorBoardSpec, TensorBoard.Status> implements Namespaced {}

  @Group(Queue.GROUP)
  @Version(Queue.VERSION)
  @Kind(Queue.KIND)
  @Plural(Queue.PLURAL)
  @ShortNames("q")
  private static final class QueueResource extends CustomResource<Queue.Spec, Queue.Status>
      implements Namespaced {}

  @Group(PodGroup.GROUP)
  @Version(PodGroup.VERSION)
  @Kind(PodGroup.KIND)
  @Plural(PodGroup.PLURAL)
  @ShortNames("pg")
  private static final class PodGroupResource extends CustomResource<PodGroup.Spec, PodGroup.Status>
      implements Namespaced {}

  @Group(AppWrapper.GROUP)
  @Version(AppWrapper.VERSION)
  @Kind(AppWrapper.KIND)
  @Plural(AppWrapper.PLURAL)
  @ShortNames("aw")
  private static final class AppWrapperResource
      extends CustomResource<AppWrapper.Spec, AppWrapperStatus> implements Namespaced {}

  @Group(TrainingWorkload.GROUP)
  @Version(TrainingWorkload.VERSION)
  @Kind(TrainingWorkload.KIND)
  @Plural(TrainingWorkload.PLURAL)
  private static final class TrainingWorkloadResource
      extends CustomResource<JsonNode, TrainingWorkloadStatus> implements Namespaced {}

  @Group(TrainingPolicy.GROUP)
  @Version(TrainingPolicy.VERSION)
  @Kind(TrainingPolicy.KIND)
  @Plural(TrainingPolicy.PLURAL)
  private static final class TrainingPolicyResource extends CustomResource<JsonNode, Void>
      implements Namespaced {}

  private static final class InMemory implements CRDGenerator.CRDOutput<ByteArrayOutputStream> {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public ByteArrayOutputStream outputFor(String crdName) {
      return bytes;
    }

    @Override
    public void close() {}
  }

  private CustomResourceDefinitions() {}
}
