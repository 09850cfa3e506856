package dev.trainyard.operator;

import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Claim;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.operator.ClusterWriter.Creation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Reserves the name of a job. Whoever creates the ConfigMap of that name has it; a claim of the
/// job's own is known by its owner, whatever its name.
record Claiming(TrainingJob job, Claim claim, ClusterWriter writer) {

  private static final String KIND = "ConfigMap";

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  /// Answers the uid of the ConfigMap.
  String uid() {
    return claim.numbered()
        ? numbered()
        : reserve(0)
            .orElseThrow(
                () ->
                    new ObjectRefusedException(
                        new Fact.ObjectRefused(
                            KIND,
                            claim.base(),
                            "the job %s already exists".formatted(claim.base()))));
  }

  /// The lowest number that is free. No cache is asked: a claim that it does not show yet would be
  /// made twice.
  private String numbered() {
    var standing = writer.list("v1", KIND, job.id().namespace(), claim.labels());
    var ours = standing.stream().filter(this::isOurs).findFirst();
    if (ours.isPresent()) {
      return shown(ours.get());
    }
    var taken =
        standing.stream().map(one -> one.getMetadata().getName()).collect(Collectors.toSet());
    for (int number = 0; ; number++) {
      if (!taken.contains(claim.name(number))) {
        var uid = reserve(number);
        if (uid.isPresent()) {
          return uid.get();
        }
      }
    }
  }

  /// To ask for it once more has the cache show it, which may be long in hearing of it: until then
  /// every look at the job would end here.
  private String shown(GenericKubernetesResource ours) {
    var metadata = ours.getMetadata();
    var number = metadata.getName().substring(metadata.getName().lastIndexOf('-') + 1);
    return NUMBER.matcher(number).matches()
        ? reserve(Integer.parseInt(number)).orElse(metadata.getUid())
        : metadata.getUid();
  }

  /// Nothing where the name is somebody else's.
  private Optional<String> reserve(int number) {
    return switch (writer.create(Plan.claim(job, claim, number))) {
      case Creation.Made(var uid) -> Optional.of(uid);
      case Creation.Taken(var uid, var controller, var leaving) -> {
        boolean ours = controller.filter(one -> one.uid().equals(job.id().uid())).isPresent();
        if (ours && leaving) {
          throw new Conflict("the claim of %s is still leaving".formatted(claim.name(number)));
        }
        yield ours ? Optional.of(uid) : Optional.empty();
      }
      case Creation.Refused(_, var why) ->
          throw new ObjectRefusedException(new Fact.ObjectRefused(KIND, claim.name(number), why));
    };
  }

  private boolean isOurs(GenericKubernetesResource object) {
    return object.getMetadata().getOwnerReferences().stream()
        .anyMatch(
            owner ->
                Boolean.TRUE.equals(owner.getController())
                    && owner.getUid().equals(job.id().uid()));
  }
}
