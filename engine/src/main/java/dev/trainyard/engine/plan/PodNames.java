package dev.trainyard.engine.plan;

import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Naming;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// From a replica to the name of its pod, and back. Names are deterministic, so that creating a pod
/// twice is creating it once.
public final class PodNames {

  private static final Pattern WITH_ROLE =
      Pattern.compile("-(?<role>.+?)-(?<index>\\d+)(?:-(?<try>\\d+))?");
  private static final Pattern WITHOUT_ROLE = Pattern.compile("-(?<index>\\d+)(?:-(?<try>\\d+))?");

  public static String of(TrainingJob job, ReplicaId replica, int tryNumber) {
    return of(job.naming(), replica, tryNumber);
  }

  public static String of(Naming naming, ReplicaId replica, int tryNumber) {
    var name = new StringBuilder(naming.base());
    if (naming.roleInName()) {
      name.append('-').append(spelled(replica.role()));
    }
    name.append('-').append(replica.index());
    if (naming.tryInName()) {
      name.append('-').append(tryNumber);
    }
    return name.toString().replace('/', '-');
  }

  /// The place a pod of this job fills, also when the job no longer wants that place.
  public static Optional<Place> parse(TrainingJob job, String podName) {
    var naming = job.naming();
    if (!podName.startsWith(naming.base())) {
      return Optional.empty();
    }
    var ending =
        (naming.roleInName() ? WITH_ROLE : WITHOUT_ROLE)
            .matcher(podName.substring(naming.base().length()));
    if (!ending.matches()) {
      return Optional.empty();
    }
    var tried = Optional.ofNullable(ending.group("try"));
    if (naming.tryInName() != tried.isPresent()) {
      return Optional.empty();
    }
    var roleName =
        naming.roleInName() ? ending.group("role") : spelled(job.roles().getFirst().name());
    var role =
        job.roles().stream()
            .filter(candidate -> spelled(candidate.name()).equals(roleName))
            .findFirst()
            .map(candidate -> candidate.name())
            .orElse(roleName);
    return number(ending.group("index"))
        .flatMap(
            index ->
                number(tried.orElse("0"))
                    .map(tryNumber -> new Place(new ReplicaId(role, index), tryNumber)));
  }

  /// A replica and which of its pods, the first being 0.
  public record Place(ReplicaId replica, int tryNumber) {}

  private static String spelled(String role) {
    return role.toLowerCase(Locale.ROOT);
  }

  private static Optional<Integer> number(String digits) {
    try {
      return Optional.of(Integer.valueOf(digits));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private PodNames() {}
}
