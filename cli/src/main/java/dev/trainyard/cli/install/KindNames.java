package dev.trainyard.cli.install;

import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.dialects.Settings;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.operator.kinds.Registration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Which kinds of jobs are looked after, as people name them: `PyTorchJob`, in any case, or
/// `pytorchjobs.kubeflow.org`.
public final class KindNames {

  /// The kinds that are left when only these are wanted, or all where none are named, and without
  /// those.
  public static List<Registration<?, ?>> wanted(
      String option, Collection<String> only, Collection<String> without) {
    var chosen = only.isEmpty() ? all() : known(option, only);
    var off = known("--disable", without);
    return chosen.stream().filter(kind -> !off.contains(kind)).toList();
  }

  public static Set<String> names(List<Registration<?, ?>> kinds) {
    return kinds.stream().map(Registration::name).collect(Collectors.toSet());
  }

  private static List<Registration<?, ?>> known(String option, Collection<String> names) {
    names.forEach(
        name -> {
          if (all().stream().noneMatch(kind -> means(name, kind))) {
            throw new Refusal(
                ExitStatus.INVALID,
                "%s: \"%s\" is no kind of job; there %s."
                    .formatted(
                        option,
                        name,
                        all().stream()
                            .map(kind -> kind.dialect().kind().kind())
                            .collect(Collectors.joining(", ", "are ", ""))));
          }
        });
    return all().stream()
        .filter(kind -> names.stream().anyMatch(name -> means(name, kind)))
        .toList();
  }

  /// Those of a cluster.
  private static List<Registration<?, ?>> all() {
    return Kinds.under(Settings.defaults(Settings.Place.CLUSTER));
  }

  private static boolean means(String name, Registration<?, ?> kind) {
    return name.equalsIgnoreCase(kind.dialect().kind().kind()) || name.equals(kind.name());
  }

  private KindNames() {}
}
