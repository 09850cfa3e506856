package dev.trainyard.yard.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// An init container that does nothing but ask a DNS server for a name until there is an answer.
/// Its image is not on this machine, and the node knows the answer itself.
///
/// The forms that are known, NAME being what is asked for:
/// - any init container called `init-pytorch` with `nslookup NAME` in its command, as Kubeflow's
///   operators and Trainyard add it to the workers of a PyTorchJob;
/// - any other whose whole script is `until nslookup NAME; do …; done` or `until getent hosts NAME;
///   do …; done`, with nothing but `echo` and `sleep` inside;
/// - any other whose whole script is Kubeflow's `for i in $(seq N); do if nslookup NAME; …`.
record MasterWait(String host) {

  private static final String INIT_PYTORCH = "init-pytorch";
  private static final String NAME = "([A-Za-z0-9][A-Za-z0-9.-]*)";
  private static final Pattern ASKED = Pattern.compile("nslookup\\s+" + NAME);

  private static final String QUIET = "(?: *(?:&?>|[12]>) ?(?:/dev/null|&1))*";
  private static final String IDLE = "(?: *(?:echo [^;&|`$()]*|sleep [0-9.]+) *;)* *";
  private static final List<Pattern> WHOLE =
      List.of(
          Pattern.compile(
              "until (?:nslookup|getent hosts) %s%s *;? *do%sdone *;?"
                  .formatted(NAME, QUIET, IDLE)),
          Pattern.compile(
              ("err=1 *; *for \\w+ in \\$\\(seq \\d+\\) *; *do if nslookup %s%s *; *then"
                      + " err=0 *&& *break *; *fi *;%sdone *; *exit \\$err *;?")
                  .formatted(NAME, QUIET, IDLE)));

  private static final Set<String> STARTED = Set.of("Running", "Succeeded", "Failed");

  static Optional<MasterWait> of(Container container) {
    var words =
        Stream.concat(container.getCommand().stream(), container.getArgs().stream()).toList();
    if (container.getName().equals(INIT_PYTORCH)) {
      var asked = ASKED.matcher(String.join(" ", words));
      return asked.find() ? Optional.of(new MasterWait(asked.group(1))) : Optional.empty();
    }
    if (words.size() < 3 || !words.get(words.size() - 2).endsWith("c")) {
      return Optional.empty(); // Not `sh -c SCRIPT`.
    }
    var script = words.getLast().strip().replaceAll("\\s*\\n\\s*", "; ").replaceAll("\\s+", " ");
    var tidy = script.replaceAll("\\b(do|then);", "$1");
    return WHOLE.stream()
        .map(form -> form.matcher(tidy))
        .filter(match -> match.matches())
        .findFirst()
        .map(match -> new MasterWait(match.group(1)));
  }

  /// A Service of the master's own name stands for the pod of that name.
  boolean over(String namespace, Collection<Pod> pods) {
    var labels = Arrays.asList(host.split("\\.", -1));
    var namespaces = Stream.concat(Stream.of(namespace), labels.stream().skip(1).limit(2)).toList();
    return pods.stream()
        .filter(pod -> namespaces.contains(pod.getMetadata().getNamespace()))
        .filter(pod -> pod.getMetadata().getName().equals(labels.getFirst()))
        .anyMatch(pod -> pod.getStatus() != null && STARTED.contains(phase(pod)));
  }

  private static String phase(Pod pod) {
    return Optional.ofNullable(pod.getStatus().getPhase()).orElse("Pending");
  }
}
