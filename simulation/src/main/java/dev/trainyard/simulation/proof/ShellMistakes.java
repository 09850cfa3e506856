package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.Conflict;
import dev.trainyard.operator.cache.Caches;
import dev.trainyard.operator.cache.Departures;
import dev.trainyard.simulation.controller.Parts;
import dev.trainyard.simulation.controller.Parts.News;
import dev.trainyard.simulation.controller.Parts.Pass;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Mistakes in what is known of the cluster, and in when somebody looks.
final class ShellMistakes {

  static List<Bug> all() {
    return List.of(
        // What it knows.
        knowing("does not know what it has just made", Unaware::new),
        knowing("does not see nodes", Nodeless::new),
        knowing("does not see services", Unserved::new),
        new Bug("forgets whom it asked to go", () -> Parts.missing(_ -> new Departures())),
        // When it looks.
        heeding("does not notice that a pod changes", news -> !news.equals(new News("Pod", false))),
        heeding("does not notice that a pod is gone", news -> !news.equals(new News("Pod", true))),
        heeding("does not notice that a service is gone", news -> !news.kind().equals("Service")),
        heeding("does not notice that a node dies", news -> !news.kind().equals("Node")),
        passing("does not try again after an error", ShellMistakes::givingUp),
        passing("does not look again after a conflict", ShellMistakes::offended),
        passing("works on the job as it saw it first", ShellMistakes::faithful));
  }

  private static Bug knowing(String words, UnaryOperator<Caches> mistake) {
    return new Bug(words, () -> Parts.knowing(mistake));
  }

  private static Bug heeding(String words, Predicate<News> heeds) {
    return new Bug(words, () -> Parts.heeding(heeds));
  }

  private static Bug passing(String words, UnaryOperator<Pass> mistake) {
    return new Bug(words, () -> Parts.passing(mistake));
  }

  private abstract static class Memory implements Caches {

    private final Caches next;

    Memory(Caches next) {
      this.next = next;
    }

    @Override
    public Stream<Pod> pods() {
      return next.pods();
    }

    @Override
    public Stream<HasMetadata> objects() {
      return next.objects();
    }

    @Override
    public Optional<Node> node(String name) {
      return next.node(name);
    }

    @Override
    public Stream<GenericKubernetesResource> carriers() {
      return next.carriers();
    }

    @Override
    public Optional<? extends HasMetadata> named(String apiVersion, String kind, String name) {
      return next.named(apiVersion, kind, name);
    }

    @Override
    public Optional<GenericKubernetesResource> consulted(
        String kind, String namespace, String name) {
      return next.consulted(kind, namespace, name);
    }

    @Override
    public List<GenericKubernetesResource> consulted(String kind, String namespace) {
      return next.consulted(kind, namespace);
    }

    @Override
    public boolean seesNodes() {
      return next.seesNodes();
    }

    @Override
    public void saw(HasMetadata object) {
      next.saw(object);
    }

    @Override
    public boolean shows(Target target) {
      return next.shows(target);
    }
  }

  private static final class Unaware extends Memory {
    Unaware(Caches next) {
      super(next);
    }

    @Override
    public void saw(HasMetadata object) {}
  }

  private static final class Nodeless extends Memory {
    Nodeless(Caches next) {
      super(next);
    }

    @Override
    public boolean seesNodes() {
      return false;
    }
  }

  private static final class Unserved extends Memory {
    Unserved(Caches next) {
      super(next);
    }

    @Override
    public Stream<HasMetadata> objects() {
      return Stream.of();
    }
  }

  private static Pass givingUp(Pass pass) {
    return (job, cluster, writer) -> {
      try {
        return pass.over(job, cluster, writer);
      } catch (KubernetesClientException _) {
        return Optional.empty();
      }
    };
  }

  private static Pass offended(Pass pass) {
    return (job, cluster, writer) -> {
      try {
        return pass.over(job, cluster, writer);
      } catch (Conflict _) {
        return Optional.empty();
      }
    };
  }

  private static Pass faithful(Pass pass) {
    Map<String, ObjectNode> first = new HashMap<>();
    return (job, cluster, writer) ->
        pass.over(
            first.computeIfAbsent(job.at("/metadata/uid").asText(), _ -> job).deepCopy(),
            cluster,
            writer);
  }

  private ShellMistakes() {}
}
