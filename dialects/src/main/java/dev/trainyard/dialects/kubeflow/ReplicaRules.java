package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.api.kubeflow.Training.CONTAINER_NAME;
import static dev.trainyard.api.kubeflow.Training.MASTER;
import static dev.trainyard.api.kubeflow.Training.PORT;
import static dev.trainyard.api.kubeflow.Training.PORT_NAME;
import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.kubeflow.ReplicaSpec;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.pods.ReplicaCount;
import dev.trainyard.dialects.pods.TemplateRules;
import io.fabric8.kubernetes.api.model.ContainerPort;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What the replicas of one type must be.
final class ReplicaRules {

  static final int MAX_PORT = 65_535;

  /// @param added names of containers that its pods get besides their own
  static List<Problem> check(String key, ReplicaSpec spec, Set<String> added) {
    var at = "%s[%s]".formatted(Rules.REPLICA_SPECS, key);
    var problems = new ArrayList<Problem>();
    type(at, key, problems);
    replicas(at, key, spec, problems);
    containers(at + ".template.spec.containers", spec, problems);
    problems.addAll(TemplateRules.check(at + ".template", spec.template(), added));
    RestartPolicy.WORDS
        .check(
            at + ".restartPolicy",
            requireNonNullElse(spec.restartPolicy(), Defaults.RESTART_POLICY))
        .ifPresent(problems::add);
    return problems;
  }

  private static void type(String at, String key, List<Problem> problems) {
    if (Layout.TYPES.contains(key)) {
      return;
    }
    Layout.TYPES.stream()
        .filter(key::equalsIgnoreCase)
        .findFirst()
        .ifPresentOrElse(
            known ->
                problems.add(
                    Problem.duplicate(
                        at, key, "means %s, which is there already".formatted(known))),
            () -> problems.add(Problem.unsupported(at, key, Layout.TYPES)));
  }

  private static void replicas(String at, String key, ReplicaSpec spec, List<Problem> problems) {
    int replicas = requireNonNullElse(spec.replicas(), 1);
    if (key.equals(MASTER)) {
      if (replicas != 1) {
        problems.add(Problem.forbidden(at + ".replicas", "must be 1"));
      }
    } else if (replicas < 1) {
      problems.add(Problem.forbidden(at + ".replicas", "must be at least 1"));
    } else if (replicas > ReplicaCount.MOST) {
      problems.add(
          Problem.invalid(at + ".replicas", replicas, "must be no more than " + ReplicaCount.MOST));
    }
  }

  private static void containers(String at, ReplicaSpec spec, List<Problem> problems) {
    var containers = Layout.containers(spec);
    if (containers.isEmpty()) {
      problems.add(Problem.required(at, "must be specified"));
    }
    for (int i = 0; i < containers.size(); i++) {
      var container = containers.get(i);
      if (requireNonNullElse(container.getImage(), "").isEmpty()) {
        problems.add(Problem.required("%s[%d].image".formatted(at, i), "must be required"));
      }
      if (CONTAINER_NAME.equals(container.getName())) {
        ports("%s[%d].ports".formatted(at, i), Layout.ports(container), problems);
      }
    }
    if (Layout.mainContainer(spec).isEmpty()) {
      problems.add(
          Problem.required(at, "must have at least one container with name " + CONTAINER_NAME));
    }
  }

  /// What a Service made of these ports would be refused for.
  private static void ports(String at, List<ContainerPort> ports, List<Problem> problems) {
    var numbers = new HashSet<String>();
    boolean unnamed = false;
    for (int i = 0; i < ports.size(); i++) {
      var here = "%s[%d]".formatted(at, i);
      int number = requireNonNullElse(ports.get(i).getContainerPort(), 0);
      var name = requireNonNullElse(ports.get(i).getName(), "");
      var protocol = requireNonNullElse(ports.get(i).getProtocol(), "TCP");
      if (!numbers.add(number + "/" + protocol)) {
        problems.add(Problem.duplicate(here, number + "/" + protocol, duplicateFix(number)));
      }
      if (name.isEmpty() && unnamed) {
        problems.add(Problem.required(here + ".name", "only one port may go without a name"));
      }
      unnamed |= name.isEmpty();
    }
  }

  /// The rendezvous port is added where none has its name, and then meets the user's.
  private static String duplicateFix(int number) {
    return number == PORT
        ? "list it once, under the name " + PORT_NAME
        : "list each port of a protocol once";
  }

  private ReplicaRules() {}
}
