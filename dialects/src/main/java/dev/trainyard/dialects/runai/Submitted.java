package dev.trainyard.dialects.runai;

import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Identity;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A workload of which a job is made, and where that has got to.
///
/// @param passwords what is written out in it; nothing where nobody can tell any more
record Submitted(
    TrainingWorkload resource,
    Workload workload,
    Optional<Reservation> reservation,
    Optional<Claim> claim,
    Optional<Map<String, String>> passwords,
    boolean hasSecret) {

  /// It has its name already.
  static Submitted before(TrainingWorkload resource, Reservation reservation, Lookup lookup) {
    var workload = workload(resource, reservation.name(), reservation.values(), lookup);
    var kept = new Passwords(workload).entries();
    return new Submitted(
        resource,
        workload,
        Optional.of(reservation),
        Optional.empty(),
        kept.isEmpty()
            ? Optional.of(kept)
            : reservation.passwords(workload, Submission.of(resource, lookup)),
        Reservation.hasSecret(workload, lookup));
  }

  /// It is about to get one.
  static Submitted now(TrainingWorkload resource, Submission.Accepted accepted, Lookup lookup) {
    var claim = Reservation.claim(resource, accepted);
    var workload = workload(resource, claim.name(0), accepted.values(), lookup);
    return new Submitted(
        resource,
        workload,
        Optional.empty(),
        Optional.of(claim),
        Optional.of(new Passwords(workload).entries()),
        Reservation.hasSecret(workload, lookup));
  }

  private static Workload workload(
      TrainingWorkload resource, String name, Effective values, Lookup lookup) {
    var workload =
        new Workload(
            Identity.of(TrainingWorkloadDialect.KIND, resource.metadata()),
            name,
            Projects.of(Evaluation.namespace(resource), lookup),
            values,
            lookup.settings(),
            Set.of());
    return workload.finding(StorageClaims.found(workload, lookup));
  }

  TrainingJob job() {
    var kept = new ArrayList<Attachment>();
    reservation.map(Reservation::attachment).ifPresent(kept::add);
    secret().ifPresent(kept::add);
    return new Neutral(workload, new Live(resource), claim, kept).job();
  }

  /// Passwords that nobody can tell any more are never written again: a Secret that is there keeps
  /// them, and where there is none, none is better than one with something else in it.
  private Optional<Attachment> secret() {
    var secrets = new Passwords(workload);
    if (secrets.entries().isEmpty()) {
      return Optional.empty();
    }
    return passwords
        .or(() -> hasSecret ? Optional.of(Map.of()) : Optional.empty())
        .map(secrets::attachment);
  }

  boolean lostPasswords() {
    return passwords.isEmpty() && !hasSecret;
  }

  /// The fields that say something else by now than what it was submitted with.
  List<String> changed() {
    return reservation.map(one -> Drift.of(resource, one.values())).orElse(List.of());
  }
}
