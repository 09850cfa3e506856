package dev.trainyard.cli.install;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.GangScheduler;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.operator.kinds.Registration;
import dev.trainyard.operator.webhook.WebhookNames;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What differs between one installation and another.
///
/// @param watched the namespaces whose jobs are looked after; none named are all there are
/// @param schedulers the scheduler names whose pods the operator places itself
/// @param gangScheduler the one that places jobs whole, if there is one
/// @param habits flags of the operator that say what holds for every job
/// @param queues whether the kinds of queues come along; not where Kueue brings them
/// @param wrappers what holds for every AppWrapper, as it is written; empty for the usual
/// @param webhook whether API servers ask the operator before they store a job
public record Installation(
    String namespace,
    String image,
    String pullPolicy,
    int replicas,
    Set<String> watched,
    List<Registration<?, ?>> kinds,
    Set<String> schedulers,
    Optional<GangScheduler> gangScheduler,
    List<String> habits,
    boolean queues,
    ObjectNode wrappers,
    boolean webhook,
    Size size) {

  public static final String NAMESPACE = "trainyard-system";

  /// What one operator may use of its machine.
  public record Size(String cpu, String memory, String memoryLimit) {}

  public Installation {
    watched = new TreeSet<>(watched);
    kinds = List.copyOf(kinds);
    schedulers = new TreeSet<>(schedulers);
    habits = List.copyOf(habits);
  }

  /// As its operator will have them, as far as its rights depend on them.
  public Settings settings() {
    return Settings.defaults(Settings.Place.CLUSTER).with(gangScheduler);
  }

  /// What the webhook is called, if there is one. What has no namespace is named after ours, so
  /// that two installations do not share it.
  Optional<WebhookNames> webhookNames() {
    return webhook
        ? Optional.of(
            new WebhookNames(
                namespace,
                Manifests.NAME,
                WebhookNames.SECRET,
                namespace.equals(NAMESPACE)
                    ? WebhookNames.CONFIGURATION
                    : "%s.%s".formatted(namespace, WebhookNames.CONFIGURATION)))
        : Optional.empty();
  }

  /// With something else than the usual for AppWrappers and for Run:ai's workloads.
  ///
  /// @param workloads flags of the operator
  public Installation configured(ObjectNode wrappers, List<String> workloads) {
    require(Kinds.APP_WRAPPER, wrappers.isEmpty(), "--appwrapper-config");
    require(Kinds.TRAINING_WORKLOAD, workloads.isEmpty(), "--runai-set");
    return new Installation(
        namespace,
        image,
        pullPolicy,
        replicas,
        watched,
        kinds,
        schedulers,
        gangScheduler,
        Stream.concat(habits.stream(), workloads.stream()).toList(),
        queues,
        wrappers,
        webhook,
        size);
  }

  /// What is said of jobs that nobody looks after would be forgotten.
  private void require(Registration<?, ?> kind, boolean unsaid, String option) {
    if (!unsaid && !kinds.contains(kind)) {
      throw new Refusal(
          ExitStatus.INVALID,
          "%1$s: no %2$s is looked after; add %2$s to dialects."
              .formatted(option, kind.dialect().kind().kind()));
    }
  }

  public static Installation usual(String namespace, String version) {
    return new Installation(
        namespace,
        "trainyard/trainyard:" + version,
        "IfNotPresent",
        2,
        Set.of(),
        Kinds.under(Settings.defaults(Place.CLUSTER)),
        Set.of(),
        Optional.empty(),
        List.of(),
        true,
        JsonNodeFactory.instance.objectNode(),
        true,
        new Size("100m", "256Mi", "1Gi"));
  }
}
