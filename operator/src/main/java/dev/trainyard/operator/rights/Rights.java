package dev.trainyard.operator.rights;

import dev.trainyard.api.kueue.Kueue;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect.Change;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.operator.kinds.Registration;
import dev.trainyard.operator.rights.Right.Where;
import dev.trainyard.operator.webhook.WebhookNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Everything the operator does, and nothing it does not do.
public final class Rights {

  private static final Comparator<Attached.Kind> BY_NAME =
      Comparator.comparing(Attached.Kind::group).thenComparing(Attached.Kind::plural);

  private static final String CORE = "";

  /// What an operator for these kinds does.
  ///
  /// @param settings with what its jobs bring besides pods
  /// @param placesPods whether it is a scheduler too
  /// @param lease the lease by which operators agree who acts, if there may be several
  /// @param webhook what API servers find its webhook by, if it has one
  public static List<Right> of(
      List<Registration<?, ?>> kinds,
      Settings settings,
      boolean placesPods,
      Optional<String> lease,
      Optional<WebhookNames> webhook) {
    var rights = new ArrayList<Right>();
    kinds.forEach(kind -> rights.addAll(ofJobs(kind)));
    // Updated is only what a job of the same name has left to nobody, and only its owner.
    for (var kind : List.of("pods", "services")) {
      rights.add(
          Right.of(Where.JOBS, CORE, kind, "get", "list", "watch", "create", "update", "delete"));
    }
    rights.addAll(
        ofAttached(kinds.stream().flatMap(kind -> kind.dialect().attaches(settings).stream())));
    rights.addAll(
        ofCarriers(kinds.stream().flatMap(kind -> kind.dialect().carriers(settings).stream())));
    kinds.stream()
        .flatMap(kind -> kind.dialect().consults(settings).stream())
        .distinct()
        .sorted(BY_NAME)
        .forEach(
            kind ->
                rights.add(Right.of(Where.CLUSTER, kind.group(), kind.plural(), "list", "watch")));
    if (kinds.contains(Kinds.APP_WRAPPER)) {
      rights.addAll(ofWrapped());
      rights.addAll(ofQueue());
      rights.add(
          Right.of(Where.HOME, CORE, "configmaps", "get").onlyOn(WrapperSettings.CONFIG_MAP));
    }
    rights.add(Right.of(Where.JOBS, CORE, "events", "create"));
    rights.add(Right.of(Where.CLUSTER, CORE, "nodes", "list", "watch"));
    if (placesPods) {
      rights.add(Right.of(Where.JOBS, CORE, "pods/binding", "create"));
      rights.add(Right.of(Where.JOBS, CORE, "pods/status", "patch"));
    }
    lease.ifPresent(
        name -> {
          // A name cannot bound what is created, for it is not known before.
          rights.add(Right.of(Where.HOME, "coordination.k8s.io", "leases", "create"));
          rights.add(
              Right.of(Where.HOME, "coordination.k8s.io", "leases", "get", "patch").onlyOn(name));
        });
    webhook.ifPresent(names -> rights.addAll(ofWebhook(kinds, names)));
    return List.copyOf(rights);
  }

  /// What the webhook needs besides: its own certificate, to tell whom to trust for it, and to see
  /// what it judges by.
  public static List<Right> ofWebhook(List<Registration<?, ?>> kinds, WebhookNames names) {
    var rights = new ArrayList<Right>();
    rights.add(Right.of(Where.HOME, CORE, "secrets", "get", "update").onlyOn(names.secret()));
    rights.add(
        Right.of(
                Where.CLUSTER,
                "admissionregistration.k8s.io",
                "validatingwebhookconfigurations",
                "get",
                "patch")
            .onlyOn(names.configuration()));
    if (kinds.contains(Kinds.APP_WRAPPER)) {
      rights.add(
          Right.of(
                  Where.CLUSTER,
                  "admissionregistration.k8s.io",
                  "mutatingwebhookconfigurations",
                  "get",
                  "patch")
              .onlyOn(names.configuration()));
      rights.add(Right.of(Where.CLUSTER, "authorization.k8s.io", "subjectaccessreviews", "create"));
    }
    kinds.stream()
        .flatMap(kind -> kind.dialect().judgesBy().stream())
        .distinct()
        .sorted(BY_NAME)
        .forEach(kind -> rights.add(Right.of(Where.CLUSTER, kind.group(), kind.plural(), "get")));
    return List.copyOf(rights);
  }

  /// What an AppWrapper may wrap besides pods and services. An object of another kind is refused
  /// with the name of the right that is missing; whoever wants it wrapped grants it. Whatever may
  /// be wrapped is made and taken away. Pods are so anyway, and of a kind that has several versions
  /// a right knows only the name.
  private static List<Right> ofWrapped() {
    return AppWrappers.wrappable().stream()
        .map(
            kind ->
                Right.of(
                    Where.JOBS,
                    kind.group(),
                    kind.plural(),
                    "get",
                    "list",
                    "watch",
                    "create",
                    "delete"))
        .filter(right -> !right.qualified().equals("pods"))
        .distinct()
        .toList();
  }

  /// What our own queue goes by. A ClusterQueue that lends less while nodes are out of use is
  /// updated.
  private static List<Right> ofQueue() {
    return List.of(
        Right.of(Where.CLUSTER, "scheduling.k8s.io", "priorityclasses", "list", "watch"),
        Right.of(Where.JOBS, Kueue.GROUP, "localqueues", "list", "watch"),
        Right.of(Where.CLUSTER, Kueue.GROUP, "clusterqueues", "list", "watch", "update"),
        Right.of(Where.CLUSTER, Kueue.GROUP, "workloadpriorityclasses", "list", "watch"));
  }

  /// The finalizers are not for us to write: an API server that guards owner references asks for
  /// this right of whoever makes a pod that its job must outlive.
  private static List<Right> ofJobs(Registration<?, ?> kind) {
    var group = kind.dialect().kind().group();
    var plural = kind.dialect().kind().plural();
    return List.of(
        Right.of(Where.JOBS, group, plural).to(verbs(kind.dialect().changes())),
        Right.of(Where.JOBS, group, plural + "/status", "update"),
        Right.of(Where.JOBS, group, plural + "/finalizers", "update"));
  }

  private static List<String> verbs(Set<Change> changes) {
    var verbs = new ArrayList<>(List.of("get", "list", "watch"));
    if (changes.contains(Change.ANNOTATIONS)) {
      verbs.add("patch");
    }
    if (changes.contains(Change.DELETION)) {
      verbs.add("delete");
    }
    return verbs;
  }

  /// What carries a job is made, and told to wait or go on. A Job that starts again counts its time
  /// anew.
  private static List<Right> ofCarriers(Stream<Attached.Kind> carriers) {
    return carriers
        .sorted(BY_NAME)
        .flatMap(
            kind ->
                Stream.of(
                    Right.of(
                        Where.JOBS,
                        kind.group(),
                        kind.plural(),
                        "get",
                        "list",
                        "watch",
                        "create",
                        "update"),
                    Right.of(Where.JOBS, kind.group(), kind.plural() + "/status", "update")))
        .distinct()
        .toList();
  }

  /// One right for each resource, whoever attaches it. What no job ever changes is not updated;
  /// what an environment refers to is only read.
  static List<Right> ofAttached(Stream<Attached.Kind> attached) {
    var followed = new LinkedHashMap<Right, Boolean>();
    attached
        .sorted(BY_NAME)
        .forEach(
            kind ->
                followed.merge(
                    Right.of(Where.JOBS, kind.group(), kind.plural()),
                    kind.followed(),
                    Boolean::logicalOr));
    return followed.entrySet().stream()
        .map(
            entry ->
                entry
                    .getKey()
                    .to(
                        entry.getValue()
                            ? List.of("get", "list", "watch", "create", "update", "delete")
                            : List.of("get", "list", "watch", "create", "delete")))
        .toList();
  }

  private Rights() {}
}
