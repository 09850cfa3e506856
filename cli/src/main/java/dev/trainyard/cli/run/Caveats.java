package dev.trainyard.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.node.SystemCallFilters;
import dev.trainyard.yard.node.Unenforced;
import dev.trainyard.yard.node.Unenforced.Filtering;
import dev.trainyard.yard.node.cgroups.Cgroups;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// What a manifest asks for that a yard on this machine does not do, in a sentence each. Said when
/// it is submitted, for a job that runs tells nobody what is missing around it.
public final class Caveats {

  /// Why the kernel does not keep limits here, if so.
  interface Limits {
    Optional<String> obstacle() throws IOException;
  }

  private static final Set<String> EXPOSED = Set.of("LoadBalancer", "NodePort");
  private static final JsonMapper JSON = new JsonMapper();

  private final Limits limits;
  private final Filtering filtering;

  Caveats(Limits limits, Filtering filtering) {
    this.limits = limits;
    this.filtering = filtering;
  }

  /// Of the yard with this home.
  public static Caveats in(Path home) {
    var filters = new SystemCallFilters(home);
    return new Caveats(() -> Cgroups.obstacle(home), filters::obstacle);
  }

  public List<String> of(ObjectNode manifest) {
    var pods = podSpecs(manifest).toList();
    var told = new ArrayList<String>();
    if (pods.stream().flatMap(Caveats::containers).anyMatch(Caveats::limited)) {
      unkeptLimits().ifPresent(told::add);
    }
    unreachable(manifest).ifPresent(told::add);
    pods.stream().flatMap(this::unenforced).distinct().forEach(told::add);
    return told;
  }

  /// Nothing outside of the yard's pods leads to a Service.
  private static Optional<String> unreachable(JsonNode manifest) {
    var type = manifest.at("/spec/type").asText();
    return switch (manifest.path("kind").asText()) {
      case "Service" ->
          Optional.of(type)
              .filter(EXPOSED::contains)
              .map(
                  ("%s Services have no port on this machine: pods reach them by name, you by"
                          + " `kubectl port-forward`")
                      ::formatted);
      case "Ingress" ->
          Optional.of("no controller of Ingresses runs here: use `kubectl port-forward`");
      default -> Optional.empty();
    };
  }

  private Stream<String> unenforced(JsonNode pod) {
    try {
      return Unenforced.of(JSON.convertValue(pod, PodSpec.class), root(), filtering).stream();
    } catch (IllegalArgumentException _) {
      return Stream.empty(); // What cannot be read is refused, and says why.
    } catch (IOException e) {
      return Stream.of(
          "what the security contexts ask for may not be enforced on this machine: %s"
              .formatted(e.getMessage()));
    }
  }

  private static boolean root() {
    return "root".equals(System.getProperty("user.name"));
  }

  private Optional<String> unkeptLimits() {
    try {
      return limits
          .obstacle()
          .map("limits of CPU and memory are not kept on this machine: %s"::formatted);
    } catch (IOException e) {
      return Optional.of(
          "limits of CPU and memory may not be kept on this machine: %s".formatted(e.getMessage()));
    }
  }

  private static boolean limited(JsonNode container) {
    var limits = container.at("/resources/limits");
    return limits.has("cpu") || limits.has("memory");
  }

  private static Stream<JsonNode> containers(JsonNode pod) {
    return Stream.of("containers", "initContainers").flatMap(name -> children(pod.path(name)));
  }

  /// Wherever a kind has them.
  private static Stream<JsonNode> podSpecs(JsonNode node) {
    var here = node.path("containers").isArray() ? Stream.of(node) : Stream.<JsonNode>empty();
    return Stream.concat(here, children(node).flatMap(Caveats::podSpecs));
  }

  private static Stream<JsonNode> children(JsonNode node) {
    return StreamSupport.stream(node.spliterator(), false);
  }
}
