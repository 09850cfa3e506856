package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/// Jobs: the defaults that whoever runs them relies on, and the labels by which each finds its
/// pods. What a Job must be is judged at the door, by whoever runs it.
final class JobRules implements Rules {

  private static final String CONTROLLER_UID = "batch.kubernetes.io/controller-uid";
  private static final List<String> MODES = List.of("NonIndexed", "Indexed");
  private static final List<String> RESTART_POLICIES = List.of("OnFailure", "Never");
  private static final PodRules PODS = new PodRules();

  @Override
  public void complete(ObjectNode job) {
    var spec = job.withObjectProperty("spec");
    if (!has(spec, "completions") && !has(spec, "parallelism")) {
      spec.put("completions", 1);
    }
    Json.putIfAbsent(spec, "parallelism", 1);
    Json.putIfAbsent(spec, "backoffLimit", 6);
    Json.putIfAbsent(spec, "completionMode", "NonIndexed");
    if (!has(spec, "suspend")) {
      spec.put("suspend", false);
    }
    if (spec.path("template") instanceof ObjectNode template
        && template.path("spec") instanceof ObjectNode pod) {
      var policy = pod.path("restartPolicy").deepCopy();
      PODS.complete(template);
      // A Job has no restart policy unless somebody chose one.
      if (policy.isMissingNode()) {
        pod.remove("restartPolicy");
      } else {
        pod.set("restartPolicy", policy);
      }
    }
  }

  private static boolean has(JsonNode spec, String field) {
    return spec.hasNonNull(field);
  }

  /// Its uid tells its pods from those of an earlier Job of the same name.
  @Override
  public void begin(ObjectNode job, Instant now) {
    var spec = job.withObjectProperty("spec");
    if (spec.path("manualSelector").asBoolean(false)) {
      return;
    }
    var uid = job.at("/metadata/uid").asText();
    var name = job.at("/metadata/name").asText();
    if (!has(spec, "selector")) {
      spec.withObjectProperty("selector")
          .withObjectProperty("matchLabels")
          .put(CONTROLLER_UID, uid);
    }
    if (spec.path("template") instanceof ObjectNode template) {
      var labels = template.withObjectProperty("metadata").withObjectProperty("labels");
      labels.put(CONTROLLER_UID, uid).put("controller-uid", uid);
      labels.put("batch.kubernetes.io/job-name", name).put("job-name", name);
    }
  }

  @Override
  public List<Violation> check(ObjectNode job) {
    var findings = new Findings();
    var spec = job.path("spec");
    for (var field :
        List.of(
            "parallelism",
            "completions",
            "activeDeadlineSeconds",
            "backoffLimit",
            "ttlSecondsAfterFinished",
            "maxFailedIndexes",
            "backoffLimitPerIndex")) {
      findings.notNegative(spec, field, "spec");
    }
    findings.oneOf(spec.path("completionMode"), "spec.completionMode", MODES);
    var template = spec.path("template");
    findings.labels(template.at("/metadata/labels"), "spec.template.labels");
    SelectorRules.check(spec.path("selector"), "spec.selector", findings);
    if (!has(spec, "selector")) {
      findings.required("spec.selector");
      SelectorRules.checkTemplate(spec.path("selector"), template, "spec.template", findings);
    }
    checkPods(template.path("spec"), findings);
    return findings.all();
  }

  /// A Job has no restart policy unless somebody chose one, and not every one will do.
  private static void checkPods(JsonNode pod, Findings findings) {
    var own = new Findings();
    PodSpecRules.check(pod, "spec.template.spec", own);
    var at = "spec.template.spec.restartPolicy";
    own.all().stream().filter(found -> !found.path().equals(at)).forEach(findings::add);
    if (!RESTART_POLICIES.contains(pod.path("restartPolicy").asText(""))) {
      findings.required(at, "valid values: \"OnFailure\", \"Never\"");
    }
  }
}
