package dev.trainyard.dialects.runai;

import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.EnvContract.Place;
import dev.trainyard.engine.model.EnvContract.Reach;
import dev.trainyard.engine.model.EnvContract.Value;
import dev.trainyard.engine.model.EnvContract.Variable;
import dev.trainyard.engine.model.EnvContract.Winner;
import dev.trainyard.engine.model.Role.Text;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.EnvVarSourceBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The variables of the main container. A user's own wins over one of ours.
record Environment(Workload workload) {

  static final String HOME = "/home/runai-home";

  private static final String FROM_SECRET = "SECRET:";

  EnvContract contract() {
    return new EnvContract(
        Place.BEFORE_USERS, Winner.USERS, Reach.MAIN_CONTAINER, ours(Part.RUN), Set.of());
  }

  List<Variable> ours(Part part) {
    var values = workload.values();
    var devices = part.hasDevices() ? Gpus.of(values) : new Gpus.None();
    var variables = new ArrayList<Variable>();
    variables.add(Variable.of("JOB_NAME", workload.name()));
    variables.add(Variable.of("RUNAI_JOB_NAME", workload.name()));
    variables.add(Variable.of("JOB_UUID", workload.id().uid()));
    variables.add(Variable.of("RUNAI_PROJECT", workload.project()));
    devices.told().ifPresent(gpus -> variables.add(Variable.of("RUNAI_NUM_OF_GPUS", gpus)));
    variables.add(
        new Variable("NODE_NAME", new Value.From(field("spec.nodeName")), Optional.empty()));
    if (part == Part.RUN) {
      variables.add(Variable.of("JOB_COMPLETION_INDEX", new Text.Index()));
    }
    if (workload.hasHome()) {
      variables.add(Variable.of("HOME", HOME));
    }
    if (part.hasDevices()) {
      values
          .text("gpuLimit")
          .or(() -> values.text("gpuMemoryLimit"))
          .ifPresent(most -> variables.add(Variable.of("RUNAI_GPU_MEMORY_LIMIT", most)));
    }
    if (part == Part.LAUNCHER) {
      variables.add(Variable.of("RUNAI_MPI_NUM_WORKERS", Integer.toString(workload.processes())));
    }
    return variables;
  }

  /// Everything, for pods that somebody else makes.
  List<EnvVar> all(Part part) {
    var all = new LinkedHashMap<String, EnvVar>();
    var users = users();
    ours(part).stream()
        .filter(one -> users.stream().noneMatch(own -> own.getName().equals(one.name())))
        .forEach(one -> all.put(one.name(), spelled(one)));
    users.forEach(one -> all.put(one.getName(), one));
    return List.copyOf(all.values());
  }

  private static EnvVar spelled(Variable variable) {
    return switch (variable.value()) {
      case Value.From(var source) ->
          new EnvVarBuilder().withName(variable.name()).withValueFrom(source).build();
      case Value.Spelled(Text.Fixed(var text)) ->
          new EnvVarBuilder().withName(variable.name()).withValue(text).build();
      case Value.Spelled _ ->
          throw new IllegalStateException("%s differs from pod to pod".formatted(variable.name()));
    };
  }

  List<EnvVar> users() {
    return workload.values().texts("environment").entrySet().stream()
        .map(Environment::users)
        .toList();
  }

  private static EnvVar users(Map.Entry<String, String> variable) {
    var text = variable.getValue();
    var builder = new EnvVarBuilder().withName(variable.getKey());
    if (!text.startsWith(FROM_SECRET)) {
      return builder.withValue(text).build();
    }
    int comma = text.indexOf(',');
    return builder
        .withValueFrom(
            secret(text.substring(FROM_SECRET.length(), comma), text.substring(comma + 1)))
        .build();
  }

  static EnvVarSource secret(String name, String key) {
    return new EnvVarSourceBuilder()
        .withNewSecretKeyRef()
        .withName(name)
        .withKey(key)
        .endSecretKeyRef()
        .build();
  }

  private static EnvVarSource field(String path) {
    return new EnvVarSourceBuilder().withNewFieldRef().withFieldPath(path).endFieldRef().build();
  }
}
