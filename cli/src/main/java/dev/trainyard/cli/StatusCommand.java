package dev.trainyard.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Clusters;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.local.YardHome;
import io.fabric8.kubernetes.api.model.Node;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `trainyard status`
@Command(
    description = "Shows whether the yard is up, and what it holds.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  trainyard status -o json"})
final class StatusCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final Talk talk = new Talk();
  @Mixin private final ResultOptions result = new ResultOptions();

  StatusCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    result.allowOnly(Output.JSON, Output.YAML);
    var console = talk.console(surroundings);
    return OnlineCommand.explained(
        talk.inside(surroundings),
        () -> {
          var home = new YardHome(surroundings.home());
          try (var cluster =
              Clusters.findYard(ClusterOptions.theYard(), home.directory())
                  .orElseThrow(() -> down(home))) {
            show(facts(home, cluster), console);
            return ExitStatus.DONE;
          }
        });
  }

  private static Refusal down(YardHome home) {
    return new Refusal(
        ExitStatus.UNREACHABLE,
        "No yard is up in %s: start one with `trainyard up`.".formatted(home.directory()));
  }

  private void show(Map<String, String> facts, Console console) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    facts.forEach(json::put);
    if (!result.printed(console, json)) {
      facts.forEach((name, value) -> console.result("%-11s %s".formatted(name + ":", value)));
    }
  }

  private static Map<String, String> facts(YardHome home, Cluster cluster) throws IOException {
    var facts = new LinkedHashMap<String, String>();
    home.running().ifPresent(access -> facts.put("address", access.toString()));
    facts.put("kubeconfig", home.kubeconfig().toString());
    home.holder().ifPresent(holder -> facts.put("pid", Long.toString(holder.pid())));
    since(home)
        .ifPresent(
            start -> facts.put("up for", Durations.words(Duration.between(start, Instant.now()))));
    facts.put("jobs", jobs(new Jobs(cluster).list(Optional.empty(), Optional.empty())));
    facts.put("node", nodes(cluster.client().nodes().list().getItems()));
    facts.put("disk", disk(home.directory()));
    facts.put("log", home.log().toString());
    return facts;
  }

  private static Optional<Instant> since(YardHome home) {
    return home.holder()
        .flatMap(holder -> ProcessHandle.of(holder.pid()))
        .flatMap(process -> process.info().startInstant());
  }

  private static String jobs(List<Job> jobs) {
    var phases =
        jobs.stream()
            .collect(Collectors.groupingBy(Job::phase, TreeMap::new, Collectors.counting()));
    return phases.isEmpty()
        ? "none"
        : phases.entrySet().stream()
            .map(entry -> "%d %s".formatted(entry.getValue(), entry.getKey()))
            .collect(Collectors.joining(", "));
  }

  private static String nodes(List<Node> nodes) {
    return nodes.stream()
        .map(
            node ->
                "%s (%s)"
                    .formatted(
                        node.getMetadata().getName(),
                        new TreeMap<>(node.getStatus().getAllocatable())
                            .entrySet().stream()
                                .map(entry -> "%s %s".formatted(entry.getKey(), entry.getValue()))
                                .collect(Collectors.joining(", "))))
        .collect(Collectors.joining("; "));
  }

  private static String disk(Path home) throws IOException {
    var used = new long[1];
    Files.walkFileTree(
        home,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            used[0] += attributes.size();
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE; // it lives, so files come and go
          }
        });
    return "%d MiB used, %d MiB free"
        .formatted(used[0] >> 20, Files.getFileStore(home).getUsableSpace() >> 20);
  }
}
