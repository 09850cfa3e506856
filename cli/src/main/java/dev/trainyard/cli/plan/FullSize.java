package dev.trainyard.cli.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.manifests.Trees;
import dev.trainyard.engine.lifecycle.Lifecycle;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Hold;
import dev.trainyard.engine.model.TrainingJob.Naming;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodPlan;
import dev.trainyard.engine.plan.SecretPlan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The objects of a job at full size: what the engine itself decides to create for a new job that
/// nothing holds up, so that a plan cannot differ from what the operator does.
final class FullSize {

  private static final String GENERATED = "<generated>";
  private static final String RESOLVED = "<resolved>";
  private static final String GIVEN = "<as written>";

  static List<ObjectNode> objects(TrainingJob job) {
    var willing = unhindered(job);
    var steps = Lifecycle.decide(willing, nothingYet(), Instant.EPOCH).steps();
    return Stream.concat(
            job.naming().claim().map(claim -> Trees.of(Plan.claim(job, claim, 0))).stream(),
            steps.stream().flatMap(step -> created(willing, step).stream()))
        .toList();
  }

  /// Nobody waits: not for a name, for a hold to end, nor for other replicas to be ready or done.
  private static TrainingJob unhindered(TrainingJob job) {
    return new TrainingJob(
        job.id(),
        job.roles().stream().map(FullSize::unhindered).toList(),
        unclaimed(job.naming()),
        job.addressing(),
        job.env(),
        job.gang(),
        job.success(),
        job.running(),
        job.budget(),
        new Hold(false, job.hold().resumeClearsBudget()),
        1,
        job.clock(),
        job.cleanUp(),
        job.mode(),
        job.refresh(),
        job.attachments(),
        job.patience(),
        job.telling());
  }

  private static Role unhindered(Role role) {
    return new Role(
        role.name(),
        role.size(),
        role.size(),
        role.template(),
        role.labels(),
        role.annotations(),
        role.hostname(),
        role.leadLabels(),
        role.launches(),
        role.restart(),
        role.carrier(),
        new Role.Start.AtOnce());
  }

  private static Observed nothingYet() {
    return new Observed(
        List.of(), List.of(), Set.of(), List.of(), Map.of(), true, true, false, JobState.unseen());
  }

  private static Optional<ObjectNode> created(TrainingJob job, Step step) {
    return switch (step) {
      case Step.CreateService(var replica) -> Optional.of(Trees.of(Plan.service(job, replica)));
      case Step.CreatePod pod -> Optional.of(Trees.of(PodPlan.pod(job, pod)));
      case Step.CreateObject(var attachment, var hosts) ->
          Optional.of(attached(job, attachment, hosts));
      case Step.CreateChild(var role) -> child(job, role);
      case Step.ClaimName _,
          Step.UpdateObject _,
          Step.DeleteObject _,
          Step.DeletePod _,
          Step.HoldChild _,
          Step.ReleaseChild _,
          Step.DeleteJob _ ->
          Optional.empty();
    };
  }

  /// Keys and resolved secrets are made when the object is; in their places stands what they are.
  private static ObjectNode attached(TrainingJob job, Attachment attachment, List<String> hosts) {
    return switch (attachment.content()) {
      case Content.Given _, Content.HostList _ ->
          Secrets.masked(Trees.of(Plan.object(job, attachment, hosts)));
      case Content.KeyPair keys ->
          secret(job, attachment, SecretPlan.entries(keys, GENERATED, GENERATED));
      case Content.EnvFile file -> secret(job, attachment, SecretPlan.entries(file, RESOLVED));
      case Content.Literals literals ->
          secret(
              job,
              attachment,
              literals.entries().keySet().stream()
                  .collect(Collectors.toMap(name -> name, _ -> GIVEN)));
    };
  }

  private static ObjectNode secret(
      TrainingJob job, Attachment attachment, Map<String, String> entries) {
    var object = Trees.of(SecretPlan.secret(job, attachment, entries));
    object.remove("data");
    new TreeMap<>(entries).forEach(object.putObject("stringData")::put);
    return object;
  }

  private static Naming unclaimed(Naming naming) {
    return new Naming(naming.base(), naming.roleInName(), naming.tryInName(), Optional.empty());
  }

  private static Optional<ObjectNode> child(TrainingJob job, String role) {
    return job.role(role)
        .map(Role::carrier)
        .flatMap(
            carrier ->
                switch (carrier) {
                  case Carrier.Child wanted ->
                      Optional.of(Secrets.masked(Trees.of(Plan.child(job, wanted))));
                  case Carrier.Pods _, Carrier.Brought _ -> Optional.empty();
                });
  }

  private FullSize() {}
}
