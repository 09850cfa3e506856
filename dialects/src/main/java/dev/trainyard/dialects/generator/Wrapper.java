package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.List;

/// An AppWrapper around resources.
final class Wrapper {

  private static final String QUEUE = "kueue.x-k8s.io/queue-name";
  private static final String VERSION = "workload.codeflare.dev.mlbatch/pytorchGeneratorVersion";
  private static final String CONTROLLER = "workload.codeflare.dev.appwrapper/";

  private static final List<String> FOR_THE_CONTROLLER =
      Catalogue.ALL.stream()
          .map(Setting::name)
          .filter(name -> Catalogue.DURATIONS.contains(name) || name.equals("retryLimit"))
          .toList();

  /// Around plain resources, unchanged and in their order.
  static ObjectNode packed(String name, List<ObjectNode> resources) {
    var metadata = JsonNodeFactory.instance.objectNode().put("name", name);
    metadata.putObject("labels").put(QUEUE, "default-queue");
    return around(metadata, resources);
  }

  static ObjectNode of(Settled settings, Chart chart, YamlLists lists) {
    return around(metadata(settings, chart), List.of(job(settings, chart, lists)));
  }

  private static ObjectNode around(ObjectNode metadata, List<ObjectNode> resources) {
    var wrapper =
        JsonNodeFactory.instance
            .objectNode()
            .put("apiVersion", "workload.codeflare.dev/v1beta2")
            .put("kind", "AppWrapper");
    wrapper.set("metadata", metadata);
    var components = wrapper.putObject("spec").putArray("components");
    resources.forEach(resource -> components.addObject().set("template", resource));
    return wrapper;
  }

  private static ObjectNode metadata(Settled settings, Chart chart) {
    var metadata = JsonNodeFactory.instance.objectNode();
    metadata.put("name", name(settings));
    settings.text("namespace").ifPresent(name -> metadata.put("namespace", name));
    var annotations = metadata.putObject("annotations").put(VERSION, chart.version);
    for (var setting : FOR_THE_CONTROLLER) {
      if (settings.has(setting)) {
        annotations.put(CONTROLLER + setting, Texts.of(settings.at(setting)));
      }
    }
    var labels = JsonNodeFactory.instance.objectNode();
    settings.text("queueName").ifPresent(queue -> labels.put(QUEUE, queue));
    labels.setAll(CustomLabels.of(settings));
    if (!labels.isEmpty()) {
      metadata.set("labels", labels);
    }
    return metadata;
  }

  private static ObjectNode job(Settled settings, Chart chart, YamlLists lists) {
    var job =
        JsonNodeFactory.instance
            .objectNode()
            .put("apiVersion", "kubeflow.org/v1")
            .put("kind", "PyTorchJob");
    var metadata = job.putObject("metadata").put("name", name(settings));
    var labels = CustomLabels.of(settings);
    if (!labels.isEmpty()) {
      metadata.set("labels", labels);
    }
    var replicas = job.putObject("spec").putObject("pytorchReplicaSpecs");
    var template = new PodTemplate(settings, chart, lists).tree();
    replicas.set("Master", replica(settings, BigInteger.ONE, template));
    if (settings.severalPods()) {
      var workers = settings.number("numPods").subtract(BigInteger.ONE);
      replicas.set("Worker", replica(settings, workers, template.deepCopy()));
    }
    return job;
  }

  private static ObjectNode replica(Settled settings, BigInteger count, ObjectNode template) {
    var replica = JsonNodeFactory.instance.objectNode();
    replica.set("replicas", Texts.node(count));
    replica.put("restartPolicy", settings.text("restartPolicy").orElse("Never"));
    replica.set("template", template);
    return replica;
  }

  private static String name(Settled settings) {
    return settings.text("jobName").orElseThrow();
  }

  private Wrapper() {}
}
