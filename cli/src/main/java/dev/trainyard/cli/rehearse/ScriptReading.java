package dev.trainyard.cli.rehearse;

import static java.util.Comparator.comparing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.Surroundings;
import dev.trainyard.cli.manifests.Documents;
import dev.trainyard.cli.manifests.Finding;
import dev.trainyard.cli.manifests.Sheet;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Words;
import dev.trainyard.simulation.rehearsal.Act;
import dev.trainyard.simulation.rehearsal.Glob;
import dev.trainyard.simulation.rehearsal.Script;
import dev.trainyard.simulation.rehearsal.Script.Machine;
import dev.trainyard.simulation.rehearsal.Script.Setting;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads the script of a rehearsal, and everything that is wrong with it.
public final class ScriptReading {

  private static final Duration USUAL_REST = Duration.ofSeconds(3);

  /// What an entry can be about.
  private static final List<String> SUBJECTS =
      List.of(
          "pod",
          "node",
          "add",
          "patch",
          "create",
          "apply",
          "delete",
          "crash",
          "api",
          "staleCache",
          "clock");

  private static final List<String> NODE_FIELDS =
      List.of("name", "cpu", "memory", "gpus", "pods", "resources", "labels", "taints");

  private static final List<String> PHASES =
      List.of("Pending", "Running", "Succeeded", "Failed", "Unknown");

  private static final Words<Act.Trouble.Kind> TROUBLES =
      Words.of(
          Map.entry("unavailable", Act.Trouble.Kind.UNAVAILABLE),
          Map.entry("conflict", Act.Trouble.Kind.CONFLICT),
          Map.entry("throttle", Act.Trouble.Kind.THROTTLE),
          Map.entry("slow", Act.Trouble.Kind.SLOW));

  private static final Pattern TAINT =
      Pattern.compile("([^=:]+)(?:=([^=:]*))?:(NoSchedule|PreferNoSchedule|NoExecute)");

  private static final int MAX_GPUS = 100_000;

  private final Surroundings surroundings;
  private final String file;
  private final String namespace;
  private final Sheet sheet;
  private final List<Finding> findings = new ArrayList<>();
  private final Set<String> nodes = new LinkedHashSet<>();

  /// A script, when nothing is wrong with it.
  public record Reading(Optional<Script> script, List<Finding> findings) {
    public Reading {
      findings = List.copyOf(findings);
    }
  }

  /// Never fails: what cannot be read is a finding.
  ///
  /// @param namespace of objects that name none
  public static Reading read(Surroundings surroundings, String file, String namespace) {
    var read =
        Sheet.read(surroundings, file, "one mapping with world, events and until, all optional");
    return read.sheet()
        .map(sheet -> new ScriptReading(surroundings, file, namespace, sheet).reading())
        .orElseGet(() -> new Reading(Optional.empty(), read.findings()));
  }

  private ScriptReading(Surroundings surroundings, String file, String namespace, Sheet sheet) {
    this.surroundings = surroundings;
    this.file = file;
    this.namespace = namespace;
    this.sheet = sheet;
  }

  private Reading reading() {
    var top = new Fields(sheet.json(), "", problem -> findings.add(sheet.finding(problem)));
    top.allow(List.of("world", "events", "until"));
    var until = top.time("until").orElse(Script.USUAL_END);
    var setting = top.mapping("world").map(this::setting).orElse(Setting.USUAL);
    var entries = top.mappings("events");
    setting.nodes().forEach(node -> nodes.add(node.name()));
    entries.forEach(entry -> nodes.add(entry.json().at("/add/name").asText()));
    var events = new ArrayList<Script.Event>();
    entries.forEach(entry -> events.addAll(events(entry, until)));
    events.sort(comparing(Script.Event::at));
    // Those of other files come after the script's own.
    findings.sort(
        comparing((Finding finding) -> !finding.file().equals(sheet.file()))
            .thenComparingInt(finding -> finding.at().line()));
    var script =
        findings.stream().anyMatch(Finding::fatal)
            ? Optional.<Script>empty()
            : Optional.of(new Script(setting, events, until));
    return new Reading(script, findings);
  }

  // The world.

  private Setting setting(Fields world) {
    world.allow(List.of("nodes", "podStart", "podStop", "jobs"));
    var machines = world.mappings("nodes").stream().flatMap(this::machine).toList();
    var twice = new LinkedHashSet<String>();
    machines.stream()
        .map(Machine::name)
        .filter(name -> !twice.add(name))
        .forEach(name -> world.problem("nodes", "two nodes are named %s".formatted(name)));
    return new Setting(
        world.has("nodes") ? machines : Setting.USUAL.nodes(),
        world.time("podStart").orElse(Setting.USUAL.podStart()),
        world.time("podStop").orElse(Setting.USUAL.podStop()),
        world.word("jobs", List.of("run")).isPresent());
  }

  private Stream<Machine> machine(Fields node) {
    node.allow(NODE_FIELDS);
    var capacity = new TreeMap<String, Quantity>();
    capacity.put("cpu", node.quantity("cpu").orElse(new Quantity("64")));
    capacity.put("memory", node.quantity("memory").orElse(new Quantity("256Gi")));
    capacity.put("pods", node.quantity("pods").orElse(new Quantity("110")));
    node.number("gpus", 0, MAX_GPUS)
        .ifPresent(gpus -> capacity.put("nvidia.com/gpu", new Quantity(Integer.toString(gpus))));
    node.mapping("resources")
        .ifPresent(
            resources ->
                resources
                    .json()
                    .fieldNames()
                    .forEachRemaining(
                        name ->
                            resources
                                .quantity(name)
                                .ifPresent(amount -> capacity.put(name, amount))));
    var labels = new TreeMap<String, String>();
    node.labels("labels").forEach((key, value) -> value.ifPresent(text -> labels.put(key, text)));
    var taints =
        node.texts("taints").stream().flatMap(text -> taint(node, "taints", text).stream());
    var fixed = taints.toList();
    return node.requiredText("name", "name the node").stream()
        .map(name -> new Machine(name, capacity, labels, fixed));
  }

  private static Optional<Taint> taint(Fields node, String field, String text) {
    var parts = TAINT.matcher(text);
    if (!parts.matches()) {
      node.problem(
          field,
          "\"%s\" is not a taint such as gpu=bad:NoExecute; the effects are NoSchedule,"
                  .formatted(text)
              + " PreferNoSchedule and NoExecute");
      return Optional.empty();
    }
    return Optional.of(
        new TaintBuilder()
            .withKey(parts.group(1))
            .withValue(parts.group(2))
            .withEffect(parts.group(3))
            .build());
  }

  // Events.

  private List<Script.Event> events(Fields entry, Duration until) {
    if (!entry.has("at")) {
      entry.problem("at", "is missing; say when it happens, such as 20s");
    }
    var at = entry.time("at");
    at.filter(time -> time.compareTo(until) > 0)
        .ifPresent(
            time ->
                entry.problem(
                    "at",
                    "%s is after the end; set until to more than %s"
                        .formatted(Times.text(time), Times.text(until))));
    var acts = acts(entry);
    return acts.stream()
        .map(act -> new Script.Event(at.orElse(Duration.ZERO), sheet.where(entry.path()), act))
        .toList();
  }

  private List<Act> acts(Fields entry) {
    // `delete` is a subject, and what happens to a node.
    var subjects =
        SUBJECTS.stream()
            .filter(entry::has)
            .filter(subject -> !(subject.equals("delete") && entry.has("node")))
            .toList();
    if (subjects.isEmpty()) {
      var near =
          entry.json().properties().stream()
              .flatMap(field -> Words.nearest(field.getKey(), SUBJECTS).stream())
              .findFirst();
      entry.problem(
          "",
          near.map("nothing happens here; did you mean %s?"::formatted)
              .orElse("nothing happens here; name one of " + String.join(", ", SUBJECTS)));
      return List.of();
    }
    if (subjects.size() > 1) {
      entry.problem(
          subjects.get(1),
          "one entry is about one thing, this one about %s; write two entries"
              .formatted(String.join(" and ", subjects)));
      return List.of();
    }
    return switch (subjects.getFirst()) {
      case "pod" -> pod(entry).stream().toList();
      case "node" -> node(entry);
      case "add" ->
          only(
              entry,
              entry.mapping("add").stream().flatMap(this::machine).<Act>map(Act.AddNode::new));
      case "patch" -> only(entry, entry.mapping("patch").stream().flatMap(this::patch));
      case "create" ->
          only(
              entry,
              objects(entry, "create").map(all -> new Act.Create(text(entry, "create"), all)));
      case "apply" ->
          only(entry, objects(entry, "apply").map(all -> new Act.Apply(text(entry, "apply"), all)));
      case "delete" -> only(entry, entry.mapping("delete").stream().flatMap(ScriptReading::delete));
      case "crash" -> crash(entry);
      case "api" -> api(entry);
      case "staleCache" ->
          only(
              entry,
              entry.time("staleCache").stream()
                  .map(time -> new Act.Trouble(Act.Trouble.Kind.STALE_CACHE, time)));
      case "clock" -> only(entry, clock(entry));
      default -> throw new IllegalStateException(subjects.getFirst());
    };
  }

  /// An entry of nothing but its subject.
  private static List<Act> only(Fields entry, Stream<? extends Act> acts) {
    var subject = SUBJECTS.stream().filter(entry::has).findFirst().orElseThrow();
    entry.allow(List.of("at", subject));
    return acts.<Act>map(act -> act).toList();
  }

  private static String text(Fields entry, String field) {
    return entry.json().path(field).asText();
  }

  private Optional<Act> pod(Fields entry) {
    var known =
        entry.allow(
            List.of("at", "pod", "container", "exit", "oom", "phase", "ready", "unschedulable"));
    var pods = entry.text("pod").map(Glob::new);
    var does =
        Stream.of("exit", "oom", "phase", "ready", "unschedulable").filter(entry::has).toList();
    var together = does.equals(List.of("phase", "ready"));
    if (does.isEmpty()) {
      if (known) {
        entry.problem("pod", "nothing happens to it; add exit, oom, phase, ready or unschedulable");
      }
      return Optional.empty();
    }
    if (does.size() > 1 && !together) {
      entry.problem(
          does.get(1),
          "a pod cannot do %s at once; write two entries".formatted(String.join(" and ", does)));
      return Optional.empty();
    }
    var container = entry.text("container");
    if (container.isPresent() && !does.equals(List.of("exit")) && !does.equals(List.of("oom"))) {
      entry.problem("container", "only exit and oom are about one container; remove it");
    }
    return pods.flatMap(
        glob ->
            switch (does.getFirst()) {
              case "exit" -> {
                var code = entry.number("exit", 0, 255);
                yield code.isPresent()
                    ? Optional.of(
                        new Act.Exit(
                            glob,
                            container,
                            code.getAsInt(),
                            code.getAsInt() == 0 ? "Completed" : "Error"))
                    : Optional.empty();
              }
              case "oom" -> {
                var oom = entry.truth("oom");
                oom.filter(truth -> !truth)
                    .ifPresent(_ -> entry.problem("oom", "false lets nothing happen; remove it"));
                yield oom.map(_ -> new Act.Exit(glob, container, 137, "OOMKilled"));
              }
              case "unschedulable" -> unschedulable(entry, glob);
              default ->
                  Optional.of(
                      new Act.Drive(glob, entry.word("phase", PHASES), entry.truth("ready")));
            });
  }

  private static Optional<Act> unschedulable(Fields entry, Glob pods) {
    var value = entry.json().path("unschedulable");
    return value.isNull() || (value.isBoolean() && !value.booleanValue())
        ? Optional.of(new Act.Unschedulable(pods, Optional.empty()))
        : entry.text("unschedulable").map(why -> new Act.Unschedulable(pods, Optional.of(why)));
  }

  private List<Act> node(Fields entry) {
    var known = entry.allow(List.of("at", "node", "ready", "cordon", "labels", "taint", "delete"));
    var acts = new ArrayList<Act>();
    entry
        .text("node")
        .ifPresent(
            name -> {
              if (!nodes.contains(name)) {
                entry.problem(
                    "node",
                    "there is no node %s in this world; %s"
                        .formatted(
                            name,
                            Words.nearest(name, nodes)
                                .map("did you mean %s?"::formatted)
                                .orElse("there are " + String.join(", ", nodes))));
              }
              entry
                  .truth("ready")
                  .map(ready -> new Act.NodeReady(name, ready))
                  .ifPresent(acts::add);
              entry.truth("cordon").map(on -> new Act.Cordon(name, on)).ifPresent(acts::add);
              if (entry.has("labels")) {
                acts.add(new Act.Label(name, entry.labels("labels")));
              }
              entry
                  .text("taint")
                  .flatMap(text -> taint(entry, "taint", text))
                  .map(taint -> new Act.AddTaint(name, taint))
                  .ifPresent(acts::add);
              entry
                  .truth("delete")
                  .filter(truth -> truth)
                  .ifPresent(_ -> acts.add(new Act.RemoveNode(name)));
            });
    if (known && Stream.of("ready", "cordon", "labels", "taint", "delete").noneMatch(entry::has)) {
      entry.problem("node", "nothing happens to it; add ready, cordon, labels, taint or delete");
    }
    return acts;
  }

  private Stream<Act> patch(Fields patch) {
    var tree = patch.json().deepCopy();
    tree.remove(List.of("kind", "name", "namespace", "apiVersion"));
    if (tree.isEmpty()) {
      patch.problem("", "changes nothing; add what to change, such as spec or status");
    }
    return named(patch).map(target -> new Act.Patch(target, tree));
  }

  private static Stream<Act> delete(Fields delete) {
    delete.allow(List.of("kind", "name", "namespace"));
    return named(delete).map(Act.Delete::new);
  }

  private static Stream<Act.Named> named(Fields target) {
    var kind = target.requiredText("kind", "name the kind, such as PyTorchJob");
    var name = target.requiredText("name", "name the object");
    var namespace = target.text("namespace");
    if (kind.filter("Node"::equals).isPresent()) {
      target.problem("kind", "a Node is changed by an entry about it: {node: NAME, …}");
      return Stream.empty();
    }
    return kind.stream().flatMap(k -> name.stream().map(n -> new Act.Named(k, n, namespace)));
  }

  /// Paths are relative to the script.
  private Stream<List<ObjectNode>> objects(Fields entry, String field) {
    var named = entry.text(field);
    if (named.isEmpty()) {
      return Stream.empty();
    }
    var path = Path.of(file.equals("-") ? "script" : file).resolveSibling(named.get()).toString();
    var documents =
        Documents.read(surroundings, List.of(path))
            .inspected(Settings.defaults(Settings.Place.CLUSTER));
    documents.findings().stream().filter(Finding::fatal).forEach(one -> found(entry, field, one));
    findings.addAll(Manifest.problems(documents));
    return Stream.of(Manifest.inOrder(documents, namespace));
  }

  /// A file that cannot be read is a mistake of the entry that names it.
  private void found(Fields entry, String field, Finding finding) {
    if (finding.at().line() > 0) {
      findings.add(finding);
    } else {
      entry.problem(field, finding.toString());
    }
  }

  private List<Act> crash(Fields entry) {
    entry.allow(List.of("at", "crash", "for"));
    var rest = entry.time("for").orElse(USUAL_REST);
    return entry.word("crash", List.of("operator", "scheduler", "yard")).stream()
        .<Act>map(
            who ->
                switch (who) {
                  case "operator" -> new Act.CrashOperator(rest);
                  case "scheduler" -> new Act.CrashScheduler(rest);
                  default -> new Act.CrashYard(rest);
                })
        .toList();
  }

  private List<Act> api(Fields entry) {
    entry.allow(List.of("at", "api", "for"));
    if (!entry.has("for")) {
      entry.problem("for", "is missing; say how long it lasts, such as 10s");
    }
    var time = entry.time("for");
    return entry.word("api", TROUBLES.words()).flatMap(TROUBLES::meaning).stream()
        .<Act>flatMap(kind -> time.stream().map(lasts -> new Act.Trouble(kind, lasts)))
        .toList();
  }

  private static Stream<Act> clock(Fields entry) {
    var value = entry.json().path("clock").asText();
    var back = value.startsWith("-");
    var time = Times.parse(value.startsWith("+") || back ? value.substring(1) : value);
    if (time.isEmpty()) {
      entry.problem("clock", "\"%s\" is not a step of clocks such as +1h or -30s".formatted(value));
    }
    return time.stream().map(by -> new Act.SetClocks(back ? by.negated() : by));
  }
}
