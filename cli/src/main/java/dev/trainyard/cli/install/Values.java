package dev.trainyard.cli.install;

import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.install.Installation.Size;
import dev.trainyard.dialects.Settings.GangScheduler;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The values people set with `--set`, put into an installation.
public final class Values {

  private static final List<String> KNOWN =
      List.of(
          "image",
          "imagePullPolicy",
          "replicas",
          "namespaces",
          "dialects",
          "schedulers",
          "gangScheduler",
          "initContainer",
          "initContainerImage",
          "initContainerTries",
          "cleanPodPolicy",
          "petStandalone",
          "capProcesses",
          "clusterDomain",
          "deadNodeGrace",
          "queues",
          "webhook",
          "cpu",
          "memory",
          "memoryLimit");

  private static final Set<String> HABITS =
      Set.of(
          "initContainer",
          "initContainerImage",
          "initContainerTries",
          "cleanPodPolicy",
          "petStandalone",
          "capProcesses",
          "clusterDomain",
          "deadNodeGrace");

  private static final Pattern DNS_LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final Pattern DNS_NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
  private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][-A-Za-z0-9._/:@]*");

  /// The installation with every value in its place.
  public static Installation applied(Installation start, Map<String, String> values) {
    values.keySet().stream()
        .filter(key -> !KNOWN.contains(key))
        .findFirst()
        .ifPresent(
            key -> {
              throw refused(key, "is no value; there are " + String.join(", ", KNOWN));
            });
    if (!values.getOrDefault("schedulers", "").isEmpty()
        && !values.getOrDefault("namespaces", "").isEmpty()) {
      throw refused(
          "schedulers", "a scheduler must see the pods of all namespaces; leave namespaces out");
    }
    var size = start.size();
    return new Installation(
        label("--namespace", start.namespace()),
        matching("image", values.getOrDefault("image", start.image()), IMAGE, "an image"),
        oneOf(
            "imagePullPolicy",
            values.getOrDefault("imagePullPolicy", start.pullPolicy()),
            List.of("Always", "IfNotPresent", "Never")),
        replicas(values.getOrDefault("replicas", Integer.toString(start.replicas()))),
        values.containsKey("namespaces") ? names("namespaces", values, DNS_LABEL) : start.watched(),
        values.containsKey("dialects")
            ? KindNames.wanted("--set dialects", list(values.get("dialects")), Set.of())
            : start.kinds(),
        values.containsKey("schedulers")
            ? names("schedulers", values, DNS_NAME)
            : start.schedulers(),
        values.containsKey("gangScheduler")
            ? names("gangScheduler", values, DNS_NAME).stream()
                .findFirst()
                .map(GangScheduler::named)
            : start.gangScheduler(),
        values.keySet().stream().anyMatch(HABITS::contains) ? habits(values) : start.habits(),
        flag("queues", values, start.queues()),
        start.wrappers(),
        flag("webhook", values, start.webhook()),
        new Size(
            quantity("cpu", values.getOrDefault("cpu", size.cpu())),
            quantity("memory", values.getOrDefault("memory", size.memory())),
            quantity("memoryLimit", values.getOrDefault("memoryLimit", size.memoryLimit()))));
  }

  private static boolean flag(String key, Map<String, String> values, boolean usual) {
    return Boolean.parseBoolean(
        oneOf(key, values.getOrDefault(key, Boolean.toString(usual)), List.of("true", "false")));
  }

  /// The operator's own flags, in the order of its help.
  private static List<String> habits(Map<String, String> values) {
    var flags = new ArrayList<String>();
    flag(values, "initContainer", "--pytorch-init-container", flags)
        .ifPresent(value -> oneOf("initContainer", value, List.of("on", "off")));
    flag(values, "initContainerImage", "--pytorch-init-container-image", flags)
        .ifPresent(value -> matching("initContainerImage", value, IMAGE, "an image"));
    flag(values, "initContainerTries", "--pytorch-init-container-max-tries", flags)
        .ifPresent(value -> matching("initContainerTries", value, NUMBER, "a number"));
    flag(values, "cleanPodPolicy", "--default-clean-pod-policy", flags)
        .ifPresent(value -> oneOf("cleanPodPolicy", value, List.of("None", "Running", "All")));
    flag(values, "petStandalone", "--pet-standalone", flags)
        .ifPresent(value -> oneOf("petStandalone", value, List.of("", "1")));
    Optional.ofNullable(values.get("capProcesses"))
        .map(value -> oneOf("capProcesses", value, List.of("true", "false")))
        .filter("true"::equals)
        .ifPresent(_ -> flags.add("--cap-processes"));
    flag(values, "clusterDomain", "--cluster-domain", flags)
        .ifPresent(value -> matching("clusterDomain", value, DNS_NAME, "a domain"));
    flag(values, "deadNodeGrace", "--dead-node-grace", flags)
        .ifPresent(value -> matching("deadNodeGrace", value, NUMBER, "a number of seconds"));
    return flags;
  }

  private static Optional<String> flag(
      Map<String, String> values, String key, String flag, List<String> flags) {
    var value = Optional.ofNullable(values.get(key));
    value.ifPresent(text -> flags.add("%s=%s".formatted(flag, text)));
    return value;
  }

  private static String label(String key, String value) {
    return matching(key, value, DNS_LABEL, "the name of a namespace");
  }

  private static Set<String> names(String key, Map<String, String> values, Pattern form) {
    return list(values.getOrDefault(key, "")).stream()
        .map(name -> matching(key, name, form, "a name"))
        .collect(Collectors.toSet());
  }

  private static List<String> list(String text) {
    return Arrays.stream(text.split(","))
        .map(String::strip)
        .filter(Predicate.not(String::isEmpty))
        .toList();
  }

  private static String matching(String key, String value, Pattern form, String what) {
    if (!form.matcher(value).matches()) {
      throw refused(key, "\"%s\" is not %s".formatted(value, what));
    }
    return value;
  }

  private static String oneOf(String key, String value, List<String> choices) {
    if (!choices.contains(value)) {
      throw refused(key, "\"%s\" is not one of %s".formatted(value, String.join(", ", choices)));
    }
    return value;
  }

  private static int replicas(String value) {
    try {
      int replicas = Integer.parseInt(value);
      if (replicas >= 0 && replicas <= 10) {
        return replicas;
      }
    } catch (NumberFormatException _) {
      // Told below.
    }
    throw refused("replicas", "\"%s\" is not a number between 0 and 10".formatted(value));
  }

  private static String quantity(String key, String value) {
    try {
      if (Quantity.getAmountInBytes(new Quantity(value)).signum() > 0) {
        return value;
      }
    } catch (IllegalArgumentException _) {
      // Told below.
    }
    throw refused(key, "\"%s\" is not an amount such as 500m or 256Mi".formatted(value));
  }

  private static Refusal refused(String key, String why) {
    return new Refusal(ExitStatus.INVALID, "%s: %s.".formatted(key, why));
  }

  private Values() {}
}
