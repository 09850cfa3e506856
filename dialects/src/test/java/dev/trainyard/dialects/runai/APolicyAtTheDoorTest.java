package dev.trainyard.dialects.runai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Admission;
import dev.trainyard.dialects.Admission.Operation;
import dev.trainyard.dialects.Admission.Question;
import dev.trainyard.dialects.Admission.Verdict;
import dev.trainyard.dialects.Problem;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class APolicyAtTheDoorTest {

  private static final TrainingPolicies POLICIES = new TrainingPolicies();

  private static ObjectNode policy(String spec) {
    var policy = JsonNodeFactory.instance.objectNode();
    policy.set("spec", Project.tree(spec));
    return policy;
  }

  private static List<String> problems(String spec) {
    return POLICIES.problems(policy(spec)).stream().map(Problem::toString).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gpus: {rules: {max: 4}} | spec.gpus: unknown field; did you mean gpu?",
        "usage: Template | spec.usage: is for each workload to say; remove it from the policy",
        "completions: 4 | spec.completions: must be an object, found a number; write {value: …} or"
            + " {rules: {…}}",
        "gpu: {rules: {min: 4, max: 1}} | spec.gpu.rules.max: must be no less than min 4, found 1:"
            + " nothing is between the two",
        "memory: {rules: {min: 2Gi, max: 2G}} | spec.memory.rules.max: must be no less than min"
            + " 2Gi, found 2G: nothing is between the two",
        "gpu: {rules: {options: [{value: a}]}} | spec.gpu.rules.options: means nothing for a"
            + " number; rules for it are required, canEdit, min, max, step, defaultFrom",
        "image: {rules: {max: 4}} | spec.image.rules.max: means nothing for a text; rules for it"
            + " are required, canEdit, options",
        "image: {rules: {options: []}} | spec.image.rules.options: must be a list of texts, or of"
            + " {value: …, displayed: …}, with at least one",
        "image: {rules: {requird: true}} | spec.image.rules.requird: unknown field; did you mean"
            + " required?",
        "image: {rule: {required: true}} | spec.image.rule: unknown field; did you mean rules?",
        "image: {rules: required} | spec.image.rules: must be an object of rules, found the string"
            + " \"required\"",
        "image: {rules: {canEdit: maybe}} | spec.image.rules.canEdit: must be true or false, found"
            + " the string \"maybe\"",
        "gpu: {rules: {max: lots}} | spec.gpu.rules.max: must be a number or a quantity such as"
            + " 0.5, 500m or 2Gi, found the string \"lots\"",
        "cpu: {rules: {step: 0}} | spec.cpu.rules.step: must be greater than 0, found 0",
        "cpu: {rules: {defaultFrom: {field: gpuu, factor: 2}}} | spec.cpu.rules.defaultFrom: must"
            + " be {field: …, factor: …} with a field that is a number, found \"gpuu\"",
        "cpu: {rules: {defaultFrom: {field: gpu}}} | spec.cpu.rules.defaultFrom: must be {field: …,"
            + " factor: …} with a factor that is a number, found nothing",
        "completions: {value: some} | spec.completions.value: must be an integer, found the string"
            + " \"some\"",
        "volumes: {itemRules: {nfsServr: {required: true}}} | spec.volumes.itemRules.nfsServr:"
            + " unknown field; did you mean nfsServer?",
        "ports: {itemRules: {container: {options: [a]}}} | spec.ports.itemRules.container.options:"
            + " means nothing for a number; rules for it are required, canEdit, min, max, step,"
            + " defaultFrom",
        "labels: {itemRules: {a: {required: true}}} | spec.labels.itemRules: unknown field",
        "ports: {rules: {canEdit: false}} | spec.ports.rules.canEdit: means nothing for items as a"
            + " whole; rules for it are required, canAdd",
        "labels: {items: {a: {value: b, rules: {canAdd: true}}}} |"
            + " spec.labels.items.a.rules.canAdd: means nothing for one item; rules for it are"
            + " canEdit, canRemove",
        "environment: {items: {A: {value: 5}}} | spec.environment.items.A.value: must be a string,"
            + " found a number; put it in quotes",
        "environment: {items: [{name: A}]} | spec.environment.items: must be an object, found a"
            + " list; write items: {<key>: {value: …}}",
        "ports: {items: {DEFAULTS: {value: {extern: 5}}}} | spec.ports.items.DEFAULTS.value.extern:"
            + " unknown field; did you mean external?",
      })
  void is_refused_where_it_means_nothing(String spec, String message) {
    assertThat(problems(spec)).containsExactly(message);
  }

  @Test
  void is_refused_with_all_its_mistakes_at_once() {
    assertThat(problems("{gpu: {rules: {min: 4, max: 1, options: [a]}}, imge: {value: x}}"))
        .hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "gpu: {value: '1', rules: {min: '0', max: '4', step: 1, required: true, canEdit: false}}",
        "gpu: {value: nil, rules: {max: null}}",
        "image: {rules: {options: [a, {value: b, displayed: B}]}}",
        "cpu: {rules: {defaultFrom: {field: gpu, factor: 0.5}}}",
        "volumes: {rules: {canAdd: false}, itemRules: {nfsServer: {required: true}}}",
        "environment: {items: {A: {value: b, rules: {canRemove: false, canEdit: 'false'}}}}",
        "nfs: {items: {DEFAULTS: {value: {path: nil, readOnly: true}}}}",
        "ttlAfterFinish: {rules: {max: 100}}",
      })
  void is_let_in_where_it_means_something(String spec) {
    assertThat(problems(spec)).isEmpty();
  }

  @Test
  void is_warned_about_a_default_that_it_forbids_itself() {
    assertThat(POLICIES.problems(policy("{gpu: {value: 8, rules: {max: 4}}}")))
        .containsExactly(
            Problem.warning(
                "spec.gpu.value", "must be no greater than 4, which its own rules demand"));
  }

  @Test
  void is_no_object_at_all() {
    assertThat(POLICIES.problems(policy("[a]")))
        .containsExactly(Problem.error("spec", "must be an object, found a list"));
    assertThat(POLICIES.problems(JsonNodeFactory.instance.objectNode())).isEmpty();
  }

  /// Whoever labels it need not repair it first.
  @Test
  void is_judged_when_it_changes_and_not_for_what_it_was() {
    var bad = policy("{gpus: {value: 1}}");
    var labelled = bad.deepCopy();
    labelled.putObject("metadata").putObject("labels").put("a", "b");

    assertThat(judged(Operation.CREATE, bad, Optional.empty())).isInstanceOf(Verdict.Refused.class);
    assertThat(judged(Operation.UPDATE, labelled, Optional.of(bad)))
        .isEqualTo(new Verdict.Allowed(List.of()));
    assertThat(judged(Operation.UPDATE, bad, Optional.of(policy("{}"))))
        .isEqualTo(new Verdict.Refused("spec.gpus: unknown field; did you mean gpu?", List.of()));
    assertThat(judged(Operation.DELETE, bad, Optional.of(bad))).isInstanceOf(Verdict.Allowed.class);
  }

  private static Verdict judged(
      Operation operation, ObjectNode object, Optional<ObjectNode> before) {
    return Admission.judge(POLICIES, new Question(operation, object, before.map(one -> one)));
  }
}
