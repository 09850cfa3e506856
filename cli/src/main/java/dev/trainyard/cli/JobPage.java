package dev.trainyard.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.cli.Console.Style;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.Replica;
import dev.trainyard.dialects.Problem;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.JobState.Waiting;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.plan.PodPlan;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Everything about one job that fits on a page.
final class JobPage {

  private static final int LONGEST_COMMAND = 80;
  private static final String ISTIO = "istio-proxy";

  private final Optional<String> address;
  private final Job job;
  private final List<Replica> replicas;
  private final List<Event> events;
  private final List<Problem> hindsight;
  private final Console console;
  private final Instant now = Instant.now();

  JobPage(
      Job job,
      List<Replica> replicas,
      List<Event> events,
      List<Problem> hindsight,
      Optional<String> address,
      Console console) {
    this.address = address;
    this.job = job;
    this.replicas = replicas;
    this.events = events;
    this.hindsight = hindsight;
    this.console = console;
  }

  List<String> lines() {
    var lines = new ArrayList<String>();
    lines.addAll(head());
    section(lines, "Roles", roles());
    section(lines, "Replicas", replicaTable());
    section(lines, "Ends", ends());
    section(lines, "Waiting", waiting());
    section(lines, "Hints", hints());
    section(lines, "Conditions", conditions());
    section(lines, "Events", eventTable());
    return lines;
  }

  private List<String> head() {
    var lines = new ArrayList<String>();
    lines.add(field("Name", job.name()));
    lines.add(field("Namespace", job.namespace()));
    lines.add(field("Dialect", job.kind().dialect()));
    lines.add(field("Phase", job.phase()));
    job.message().ifPresent(message -> lines.add(field("Message", message)));
    address.ifPresent(page -> lines.add(field("Page", page)));
    job.problems()
        .forEach(
            problem ->
                lines.add(field(problem.fatal() ? "Problem" : "Warning", problem.toString())));
    hindsight.forEach(one -> lines.add(field("Outdated", one.toString())));
    job.created()
        .ifPresent(
            created ->
                lines.add(
                    field(
                        "Created",
                        "%s (%s ago)"
                            .formatted(created, Durations.words(Duration.between(created, now))))));
    job.duration(now).ifPresent(time -> lines.add(field("Duration", Durations.words(time))));
    lines.add(field("Attempt", Integer.toString(job.state().remember().attempt())));
    lines.add(field("Restarts", restarts()));
    worldSize().ifPresent(size -> lines.add(field("World size", size)));
    job.queue().ifPresent(queue -> lines.add(field("Queue", queue)));
    return lines;
  }

  /// How many processes train together, as torchrun and the program are told.
  private Optional<String> worldSize() {
    return job.training()
        .map(
            training ->
                PodPlan.pod(training, new Step.CreatePod(training.lead(), Mode.NORMAL, 1, 0, 0)))
        .flatMap(
            lead -> {
              var variables = variables(lead);
              return Optional.ofNullable(variables.get("PET_NNODES"))
                  .map(nodes -> worldSize(nodes, variables.getOrDefault("PET_NPROC_PER_NODE", "1")))
                  .or(() -> Optional.ofNullable(variables.get("WORLD_SIZE")));
            });
  }

  private static Map<String, String> variables(Pod pod) {
    var variables = new TreeMap<String, String>();
    pod.getSpec().getContainers().stream()
        .flatMap(container -> container.getEnv().stream())
        .filter(variable -> variable.getValue() != null)
        .forEach(variable -> variables.putIfAbsent(variable.getName(), variable.getValue()));
    return variables;
  }

  /// `nodes` is a number or, of an elastic job, two: `2:6`.
  private static String worldSize(String nodes, String processes) {
    var bounds = List.of(nodes.split(":"));
    var parts =
        "%s replicas × %s processes"
            .formatted(String.join(" to ", bounds.stream().distinct().toList()), processes);
    if (!Stream.concat(bounds.stream(), Stream.of(processes))
        .allMatch(number -> number.matches("[0-9]{1,9}"))) {
      return parts;
    }
    var product =
        bounds.stream()
            .map(bound -> Long.toString(Long.parseLong(bound) * Long.parseLong(processes)))
            .distinct()
            .collect(Collectors.joining(" to "));
    return "%s (%s)".formatted(product, parts);
  }

  /// With who was replaced how often, where anybody was.
  private String restarts() {
    var tally = job.state().remember().tally();
    var roles =
        new TreeMap<>(tally.restartsByRole())
            .entrySet().stream()
                .map(role -> "%s %d".formatted(role.getKey(), role.getValue()))
                .collect(Collectors.joining(", "));
    var last =
        tally
            .lastAt()
            .map(at -> "; the last %s ago".formatted(Durations.age(Duration.between(at, now))))
            .orElse("");
    return roles.isEmpty()
        ? Integer.toString(job.restarts(replicas))
        : "%d (%s%s)".formatted(job.restarts(replicas), roles, last);
  }

  private static String field(String name, String value) {
    return "%-11s %s".formatted(name + ":", value);
  }

  private void section(List<String> page, String title, List<String> lines) {
    if (!lines.isEmpty()) {
      page.add("");
      page.add(console.styled(title + ":", Style.BOLD));
      lines.forEach(line -> page.add("  " + line));
    }
  }

  private List<String> roles() {
    return job.training().stream()
        .flatMap(training -> training.roles().stream())
        .map(JobPage::role)
        .toList();
  }

  private static String role(Role role) {
    var containers =
        role.template().getSpec().getContainers().stream()
            .map(JobPage::container)
            .collect(Collectors.joining("; "));
    return "%s × %d: %s"
        .formatted(role.name().isEmpty() ? "pods" : role.name(), role.size(), containers);
  }

  private static String container(Container container) {
    var words =
        Stream.concat(container.getCommand().stream(), container.getArgs().stream())
            .collect(Collectors.joining(" "))
            .replaceAll("\\s+", " ");
    var command =
        words.length() > LONGEST_COMMAND ? words.substring(0, LONGEST_COMMAND) + "…" : words;
    var limits =
        Optional.ofNullable(container.getResources())
            .map(resources -> resources.getRequests())
            .filter(requests -> !requests.isEmpty())
            .map(
                requests ->
                    new TreeMap<>(requests)
                        .entrySet().stream()
                            .map(entry -> "%s %s".formatted(entry.getKey(), entry.getValue()))
                            .collect(Collectors.joining(", ", " [", "]")))
            .orElse("");
    return "%s%s%s"
        .formatted(container.getImage(), command.isEmpty() ? "" : ", " + command, limits);
  }

  private List<String> replicaTable() {
    if (replicas.isEmpty()) {
      return List.of();
    }
    var table = new Table(List.of("REPLICA", "POD", "STATE", "EXIT", "RESTARTS", "NODE", "AGE"));
    for (var replica : replicas) {
      table.add(
          List.of(
              replica.name(),
              replica.pod().getMetadata().getName(),
              replica.state(),
              replica.exitCode().map(code -> Integer.toString(code)).orElse("-"),
              Integer.toString(replica.restarts()),
              replica.node().orElse("-"),
              age(replica.pod().getMetadata().getCreationTimestamp())));
    }
    return table.lines();
  }

  /// How containers ended, those included that were started again in place. What pods that are gone
  /// ended with stands among the events.
  private List<String> ends() {
    var table = new Table(List.of("REPLICA", "CONTAINER", "EXIT", "REASON", "AGO", "MESSAGE"));
    var rows =
        replicas.stream()
            .flatMap(
                replica -> replica.containers().flatMap(status -> ends(replica, status).stream()))
            .toList();
    rows.forEach(table::add);
    return rows.isEmpty() ? List.of() : table.lines();
  }

  private List<List<String>> ends(Replica replica, ContainerStatus status) {
    return Stream.of(status.getLastState(), status.getState())
        .filter(state -> state != null && state.getTerminated() != null)
        .map(ContainerState::getTerminated)
        .map(
            end ->
                List.of(
                    replica.name(),
                    status.getName(),
                    end.getExitCode() == null ? "-" : Integer.toString(end.getExitCode()),
                    or(end.getReason()),
                    age(end.getFinishedAt()),
                    or(end.getMessage())))
        .toList();
  }

  private List<String> waiting() {
    return Stream.concat(
            job.state().waiting().filter(_ -> !job.finished()).flatMap(this::waitsFor).stream(),
            replicas.stream()
                .flatMap(
                    replica ->
                        replica
                            .waitsFor()
                            .map(why -> "%s: %s".formatted(replica.name(), why))
                            .stream()))
        .toList();
  }

  /// What a job as a whole waits for. A spec that was refused stands among the problems.
  private Optional<String> waitsFor(Waiting waiting) {
    if (waiting.reason().equals(Waiting.REPLICAS_ENDED)) {
      return Optional.of(
          "the job: until replicas are ready that have ended; delete their pods, and they are made"
              + " again");
    }
    if (!waiting.reason().equals("WaitingForGroup")) {
      return Optional.empty();
    }
    var queue = waiting.numbers().getOrDefault("queue", "");
    var since =
        job.state()
            .remember()
            .milestones()
            .queued()
            .map(at -> ", for " + Durations.words(Duration.between(at, now)))
            .orElse("");
    return Optional.of(
        "the job: until its PodGroup is admitted%s%s"
            .formatted(queue.isEmpty() ? "" : " to queue " + queue, since));
  }

  /// What surprises people about a job as it stands.
  private List<String> hints() {
    var proxied =
        replicas.stream()
            .filter(replica -> replica.containerNames().contains(ISTIO))
            .map(Replica::name)
            .toList();
    return proxied.isEmpty()
        ? List.of()
        : List.of(
            "%s: a container %s stands between the replicas and may keep them from finding each"
                    .formatted(String.join(", ", proxied), ISTIO)
                + " other and from ending; annotate the pod templates with"
                + " sidecar.istio.io/inject: \"false\"");
  }

  private List<String> conditions() {
    var found = job.json().at("/status/conditions");
    if (found.isEmpty()) {
      return List.of();
    }
    var table = new Table(List.of("TYPE", "STATUS", "REASON", "SINCE", "MESSAGE"));
    for (var condition : found) {
      table.add(
          List.of(
              text(condition, "type"),
              text(condition, "status"),
              text(condition, "reason"),
              age(condition.path("lastTransitionTime").asText("")),
              text(condition, "message")));
    }
    return table.lines();
  }

  private static String text(JsonNode node, String field) {
    var text = node.path(field).asText("");
    return text.isEmpty() ? "-" : text;
  }

  private List<String> eventTable() {
    if (events.isEmpty()) {
      return List.of();
    }
    var table = new Table(List.of("AGE", "TYPE", "REASON", "OBJECT", "MESSAGE"));
    for (var event : events) {
      table.add(
          List.of(
              age(time(event)),
              or(event.getType()),
              or(event.getReason()),
              or(event.getInvolvedObject().getName()),
              or(event.getMessage())));
    }
    return table.lines();
  }

  private static @Nullable String time(Event event) {
    return event.getLastTimestamp() != null
        ? event.getLastTimestamp()
        : event.getMetadata().getCreationTimestamp();
  }

  private static String or(@Nullable String text) {
    return text == null || text.isEmpty() ? "-" : text.replace('\n', ' ');
  }

  private String age(@Nullable String time) {
    try {
      return time == null || time.isEmpty()
          ? "-"
          : Durations.age(Duration.between(Instant.parse(time), now));
    } catch (DateTimeParseException _) {
      return "-";
    }
  }
}
