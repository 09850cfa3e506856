package dev.trainyard.api.crd;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.kubeflow.JobStatus;
import dev.trainyard.api.kubeflow.PyTorchJob;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/// The definitions a cluster needs, made from the records: what the generator derives from their
/// types, then what only Kubernetes knows about its own types, then what belongs to the kind.
final class CustomResourceDefinitions {

  private static final YAMLMapper YAML =
      new YAMLMapper(
          YAMLFactory.builder()
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .build());

  static ObjectNode pyTorchJob() throws IOException {
    var crd = generate(PyTorchJobResource.class);
    ((ObjectNode) crd.at("/spec/names")).put("listKind", "PyTorchJobList");
    var version = (ObjectNode) crd.at("/spec/versions/0");
    var columns = version.putArray("additionalPrinterColumns");
    column(columns, "State", "string", ".status.conditions[-1:].type");
    column(columns, "Age", "date", ".metadata.creationTimestamp");
    version
        .withObject("/subresources/scale")
        .put("specReplicasPath", ".spec.pytorchReplicaSpecs.Worker.replicas")
        .put("statusReplicasPath", ".status.replicaStatuses.Worker.active")
        .put("labelSelectorPath", ".status.replicaStatuses.Worker.selector");
    var schema = (ObjectNode) version.at("/schema/openAPIV3Schema");
    SchemaRefinement.refine(PyTorchJob.Spec.class, (ObjectNode) schema.at("/properties/spec"));
    SchemaRefinement.refine(JobStatus.class, (ObjectNode) schema.at("/properties/status"));
    describe(schema, "", "A distributed PyTorch training job: a master, workers, or both.");
    describe(schema, "/properties/spec", "What to run and when to stop.");
    describe(schema, "/properties/status", "How the job fares; written by the operator.");
    return crd;
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

  private static void describe(ObjectNode schema, String at, String description) {
    ((ObjectNode) schema.at(at)).put("description", description);
  }

  @Group(PyTorchJob.GROUP)
  @Version(PyTorchJob.VERSION)
  @Kind(PyTorchJob.KIND)
  @Plural(PyTorchJob.PLURAL)
  private static final class PyTorchJobResource extends CustomResource<PyTorchJob.Spec, JobStatus>
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
