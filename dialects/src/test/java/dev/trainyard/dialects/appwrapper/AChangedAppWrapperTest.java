package dev.trainyard.dialects.appwrapper;

import static dev.trainyard.dialects.appwrapper.Wrappers.APP_WRAPPERS;
import static dev.trainyard.dialects.appwrapper.Wrappers.PODS;
import static dev.trainyard.dialects.appwrapper.Wrappers.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Admission.Operation;
import dev.trainyard.dialects.Admission.Question;
import dev.trainyard.dialects.Admission.Verdict;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AChangedAppWrapperTest {

  private static final String STORED =
      """
      metadata:
        name: mnist
        namespace: team-a
        labels: {workload.codeflare.dev/user: alice, workload.codeflare.dev/userid: u1, team: a}
        annotations: {workload.codeflare.dev.appwrapper/retryLimit: "1"}
      spec:
        suspend: false
        managedBy: workload.codeflare.dev/appwrapper-controller
        components:
        - template: {apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {replicas: 2, %s}}
          podSets: [{path: template.spec.template, replicas: 2}]
      """
          .formatted(PODS);

  @ParameterizedTest
  @CsvSource({
    "suspend: false, suspend: true",
    "team: a, team: b",
    "retryLimit: \"1\", retryLimit: \"5\"",
    "'replicas: 2}]', 'replicas: 2, annotations: {a: b}}]'",
  })
  void may_change_what_concerns_how_it_runs(String before, String after) {
    assertThat(verdict(change(before, after))).isEqualTo(new Verdict.Allowed(List.of()));
  }

  @Test
  void may_be_given_nodes_by_its_queue() {
    var changed = yaml(STORED);
    changed
        .withObject("/spec/components/0")
        .putArray("podSetInfos")
        .addObject()
        .putObject("nodeSelector")
        .put("gpu", "a100");

    assertThat(verdict(changed)).isEqualTo(new Verdict.Allowed(List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "'image: a}]', 'image: b}]', spec.components[0].template.raw",
    "'replicas: 2}]', 'replicas: 3}]', spec.components[0].podsets[0].replicas",
    "'path: template.spec.template', 'path: template.spec', spec.components[0].podsets[0].path",
    "'replicas: 2}]', 'replicas: 2}, {path: template}]', spec.components[0].podsets",
    "'user: alice', 'user: bob', metadata.labels[workload.codeflare.dev/user]",
    "'userid: u1', 'userid: u2', metadata.labels[workload.codeflare.dev/userid]",
    "'workload.codeflare.dev/user: alice, ', '', metadata.labels[workload.codeflare.dev/user]",
    "'managedBy: workload.codeflare.dev/appwrapper-controller', 'managedBy: other',"
        + " spec.managedBy",
  })
  void may_not_change_what_it_was_admitted_for(String before, String after, String field) {
    assertThat(verdict(change(before, after)))
        .isEqualTo(
            new Verdict.Refused(
                field + ": Forbidden: attempt to change immutable field", List.of()));
  }

  @Test
  void may_change_its_queue_only_while_it_is_suspended() {
    var queue = "kueue.x-k8s.io/queue-name";
    var running = yaml(STORED);
    running.withObject("/metadata/labels").put(queue, "another");
    var suspended = running.deepCopy();
    suspended.withObject("/spec").put("suspend", true);

    assertThat(verdict(running))
        .isEqualTo(
            new Verdict.Refused(
                "metadata.labels[kueue.x-k8s.io/queue-name]: Forbidden: attempt to change"
                    + " immutable field",
                List.of()));
    assertThat(verdict(suspended)).isEqualTo(new Verdict.Allowed(List.of()));
  }

  @Test
  void may_not_have_more_components_whatever_else_changes() {
    var changed = change("user: alice", "user: bob");
    changed.withArray("/spec/components").addObject().putObject("template");

    assertThat(verdict(changed))
        .isEqualTo(
            new Verdict.Refused(
                "spec.components: Forbidden: attempt to change immutable field", List.of()));
  }

  @Test
  void is_told_of_every_change_at_once() {
    var changed = change("user: alice", "user: bob");
    changed.withObject("/spec").put("managedBy", "other");

    assertThat(verdict(changed))
        .isEqualTo(
            new Verdict.Refused(
                "[metadata.labels[workload.codeflare.dev/user]: Forbidden: attempt to change"
                    + " immutable field, spec.managedBy: Forbidden: attempt to change immutable"
                    + " field]",
                List.of()));
  }

  @Test
  void may_write_the_same_template_in_another_order() {
    assertThat(
            verdict(
                change(
                    "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a},",
                    "{kind: Deployment, metadata: {name: a}, apiVersion: apps/v1,")))
        .isEqualTo(new Verdict.Allowed(List.of()));
  }

  @Test
  void may_be_anything_on_its_way_out() {
    var before = yaml(STORED);
    before.withObject("/metadata").put("deletionTimestamp", "2026-03-01T00:00:00Z");

    assertThat(
            APP_WRAPPERS.judge(
                new Question(
                    Operation.UPDATE, change("user: alice", "user: bob"), Optional.of(before)),
                Surroundings.none()))
        .isEqualTo(new Verdict.Allowed(List.of()));
  }

  private static ObjectNode change(String before, String after) {
    assertThat(STORED).contains(before);
    return yaml(STORED.replace(before, after == null ? "" : after));
  }

  private static Verdict verdict(ObjectNode changed) {
    return APP_WRAPPERS.judge(
        new Question(Operation.UPDATE, changed, Optional.of(yaml(STORED))), Surroundings.none());
  }
}
