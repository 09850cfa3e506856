package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.Project.NAMESPACE;
import static dev.trainyard.dialects.runai.Project.tree;
import static dev.trainyard.dialects.runai.Project.workload;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.runai.Submission.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThePolicyOfAProjectTest {

  private static final String EARLY = "2026-01-01T00:00:00Z";
  private static final String LATE = "2026-02-01T00:00:00Z";

  private final Project project = new Project();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gpu: {rules: {max: \"4\"}} | gpu: {value: 5} | gpu: must be no greater than 4",
        "gpu: {rules: {min: 2}} | gpu: {value: 1} | gpu: must be no less than 2",
        "memory: {rules: {max: 1Gi}} | memory: {value: 1100M} | memory: must be no greater than"
            + " 1Gi",
        "completions: {rules: {min: 1, step: 3}} | completions: {value: 3} | completions: must be 1"
            + " plus a multiple of 3",
        "completions: {rules: {step: 2}} | completions: {value: 3} | completions: must be 0 plus a"
            + " multiple of 2",
        "imagePullPolicy: {rules: {options: [{value: always, displayed: Always}, {value: never}]}}"
            + " | imagePullPolicy: {value: ifNotPresent} | imagePullPolicy: must be one of [always,"
            + " never]",
        "gpu: {rules: {required: true}} | cpu: {value: 1} | gpu: is required",
        "ports: {rules: {required: true}} | cpu: {value: 1} | ports: is required",
        "stdin: {value: true, rules: {canEdit: false}} | stdin: {value: false} | stdin: cannot be"
            + " changed by the workload",
        "stdin: {rules: {canEdit: false}} | stdin: {value: false} | stdin: cannot be changed by the"
            + " workload",
        "ports: {rules: {canAdd: false}} | ports: {items: {a: {value: {container: 1}}}} | ports.a:"
            + " cannot be added",
        "ports: {items: {a: {value: {container: 1}, rules: {canRemove: false}}}} | ports: {items:"
            + " {a: {deleted: true}}} | ports.a: cannot be removed",
        "ports: {items: {a: {value: {container: 1}, rules: {canEdit: false}}}} | ports: {items: {a:"
            + " {value: {container: 2}}}} | ports.a: cannot be changed",
        "environment: {items: {A: {value: x, rules: {canEdit: false}}}} | environment: {items: {A:"
            + " {value: y}}} | environment.A: cannot be changed",
        "volumes: {itemRules: {nfsServer: {required: true}}} | volumes: {items: {a: {value:"
            + " {sourcePath: /a, targetPath: /b}}}} | volumes.a.nfsServer: is required",
        "ports: {itemRules: {container: {min: 1000}}} | ports: {items: {a: {value: {container:"
            + " 80}}}} | ports.a.container: must be no less than 1000",
        "ports: {itemRules: {serviceType: {options: [{value: ClusterIP}]}}} | ports: {items: {a:"
            + " {value: {container: 80, serviceType: NodePort}}}} | ports.a.serviceType: must be"
            + " one of [ClusterIP]",
        "ports: {itemRules: {external: {canEdit: false}}, items: {DEFAULTS: {value: {external:"
            + " 81}}}} | ports: {items: {a: {value: {container: 80, external: 82}}}} |"
            + " ports.a.external: cannot be changed by the workload",
        "gpu: {rules: {max: lots}} | gpu: {value: 5} | gpu: the policy runai-team-a/policy is"
            + " wrong: max is no number",
      })
  void forbids(String policy, String own, String message) {
    project.withPolicy(policy);

    var refused = (Submission.Refused) Submission.of(workload(with(own)), project);

    assertThat(refused.reason()).isEqualTo(Reason.POLICY_VIOLATION);
    assertThat(refused.message()).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gpu: {rules: {max: \"4\"}} | gpu: {value: 4}",
        "gpu: {rules: {max: \"4\"}} | cpu: {value: 4}",
        "gpu: {value: 1, rules: {required: true}} | cpu: {value: 1}",
        "gpu: {value: 1, rules: {canEdit: false}} | gpu: {value: \"1.0\"}",
        "memory: {rules: {max: 1Gi}} | memory: {value: 1G}",
        "completions: {rules: {min: 1, step: 3}} | completions: {value: 4}",
        "stdin: {value: true, rules: {canEdit: false}} | stdin: {value: \"true\"}",
        "ports: {rules: {canAdd: false}, items: {a: {value: {container: 1}}}} | ports: {items: {a:"
            + " {value: {container: 2}}}}",
        "ports: {items: {a: {value: {container: 1}, rules: {canEdit: false}}}} | ports: {items: {a:"
            + " {deleted: true}}}",
        "volumes: {itemRules: {nfsServer: {required: true}}} | cpu: {value: 1}",
        "volumes: {itemRules: {nfsServer: {required: true}}} | volumes: {items: {a: {value:"
            + " {sourcePath: /a, targetPath: /b, nfsServer: n}}}}",
      })
  void allows(String policy, String own) {
    project.withPolicy(policy);

    assertThat(Submission.of(workload(with(own)), project)).isInstanceOf(Submission.Accepted.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gpu: {value: 2} | cpu: {value: 1} | {gpu: \"2\", cpu: \"1\"}",
        "gpu: {value: 2} | gpu: {value: 1} | {gpu: \"1\"}",
        "namePrefix: {value: p} | gpu: {value: 1} | {gpu: \"1\"}",
        "terminateAfterPreemption: {value: true} | gpu: {value: 1} | {gpu: \"1\","
            + " terminateAfterPreemption: true}",
        "ttlAfterFinish: {value: 60} | gpu: {value: 1} | {gpu: \"1\","
            + " autoDeletionTimeAfterCompletionSeconds: 60}",
        "cpu: {rules: {defaultFrom: {field: gpu, factor: 2.5}}} | gpu: {value: 2} | {gpu: \"2\","
            + " cpu: \"5\"}",
        "cpu: {rules: {defaultFrom: {field: gpu, factor: 2}}} | {gpu: {value: 2}, cpu: {value: 1}}"
            + " | {gpu: \"2\", cpu: \"1\"}",
        "cpu: {rules: {defaultFrom: {field: gpu, factor: 2}}} | tty: {value: false} | {tty: false}",
        "{cpu: {rules: {defaultFrom: {field: gpu, factor: 2}}}, cpuLimit: {rules: {defaultFrom:"
            + " {field: cpu, factor: 2}}}} | gpu: {value: 1} | {gpu: \"1\", cpu: \"2\", cpuLimit:"
            + " \"4\"}",
        "backoffLimit: {rules: {defaultFrom: {field: gpu, factor: 1.5}}} | gpu: {value: 1} | {gpu:"
            + " \"1\", backoffLimit: 2}",
        "pvcs: {items: {DEFAULTS: {value: {readOnly: true, path: nil, size: 1G}}}} | pvcs: {items:"
            + " {a: {value: {path: /a, size: 2G}}}} | pvcs: {a: {path: /a, size: 2G, readOnly:"
            + " true}}",
        "pvcs: {items: {DEFAULTS: {value: {readOnly: true}}}} | gpu: {value: 1} | {gpu: \"1\"}",
        "nodeType: {value: nil} | gpu: {value: 1} | {gpu: \"1\"}",
      })
  void presets(String policy, String own, String meant) {
    project.withPolicy(policy);

    var values =
        ((Submission.Accepted) Submission.of(workload(with(own)), project)).values().values();

    assertThat(values.<ObjectNode>without(List.of("name", "image"))).isEqualTo(tree(meant));
  }

  @Test
  void counts_for_bases_too() {
    project
        .withPolicy("gpu: {rules: {max: 4}}")
        .with(NAMESPACE, "t", "{usage: Template, gpu: {value: 8}}");

    assertThat(
            ((Submission.Refused) Submission.of(workload(with("baseWorkload: t")), project))
                .message())
        .isEqualTo("gpu: must be no greater than 4");
  }

  @Test
  void is_one_that_hides_the_policy_for_everybody() {
    project
        .withPolicy("runai", "all", EARLY, "{gpu: {rules: {max: 1}}, cpu: {value: 1}}")
        .withPolicy(NAMESPACE, "own", LATE, "{memory: {value: 1G}}");

    var choice = Policies.of(NAMESPACE, project);

    assertThat(choice.policy().values()).isEqualTo(tree("memory: 1G"));
    assertThat(choice.passedOver()).isEmpty();
    assertThat(Policies.of("runai-team-b", project).policy().id()).isEqualTo("runai/all");
    assertThat(Policies.of("elsewhere", new Project()).policy()).isEqualTo(Policy.none());
  }

  @Test
  void is_the_oldest_of_several() {
    project
        .withPolicy(NAMESPACE, "a", LATE, "gpu: {value: 1}")
        .withPolicy(NAMESPACE, "c", EARLY, "gpu: {value: 3}")
        .withPolicy(NAMESPACE, "b", EARLY, "gpu: {value: 2}");

    var accepted = (Submission.Accepted) Submission.of(workload(with("tty: {}")), project);

    assertThat(accepted.values().text("gpu")).contains("2");
    assertThat(accepted.warnings())
        .containsExactly(
            Problem.warning(
                "spec",
                "the policy runai-team-a/b counts, as the oldest; runai-team-a/c, runai-team-a/a"
                    + " does not"));
  }

  private static String with(String own) {
    var bare = own.strip();
    var inner = bare.startsWith("{") ? bare.substring(1, bare.length() - 1) : bare;
    return "{name: {value: j}, image: {value: i}, %s}".formatted(inner);
  }
}
