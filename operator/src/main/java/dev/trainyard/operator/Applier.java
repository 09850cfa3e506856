package dev.trainyard.operator;

import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.JobId;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodPlan;
import dev.trainyard.engine.plan.SecretPlan;
import dev.trainyard.operator.ClusterWriter.Creation;
import dev.trainyard.operator.ClusterWriter.Target;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Turns steps into writes. Steps are applied in order; equal kinds in a row go together, and the
/// next kind starts only when all of them succeeded. The pod of the lead, which all others look
/// for, goes before them.
public final class Applier {

  private final InFlight inFlight;
  private final KeyMaker keyMaker;

  public Applier(InFlight inFlight, KeyMaker keyMaker) {
    this.inFlight = inFlight;
    this.keyMaker = keyMaker;
  }

  /// Hears of each step once it is done, with the uid of the object it was about; of several at
  /// once.
  public interface Done {
    void step(Step step, String uid);

    /// Hears of what nobody could know before the step was done.
    default void learned(Fact fact) {}

    /// Hears that what a step was to make has been there all along, unseen.
    default void stood() {}
  }

  /// Applies every step, or stops at the first kind in which one failed.
  ///
  /// @throws ObjectRefusedException when the cluster would not have an object
  /// @throws Conflict when the steps were decided on old data
  public void apply(TrainingJob job, List<Step> steps, ClusterWriter writer, Done done) {
    for (var run : runs(job, steps)) {
      inFlight.all(
          run.stream()
              .<Runnable>map(step -> () -> done.step(step, apply(job, step, writer, done)))
              .toList());
    }
  }

  private static List<List<Step>> runs(TrainingJob job, List<Step> steps) {
    var runs = new ArrayList<List<Step>>();
    Class<?> kind = Void.class;
    for (var step : steps) {
      if (step.getClass() != kind) {
        runs.add(new ArrayList<>());
        kind = step.getClass();
      }
      runs.getLast().add(step);
      if (isLead(job, step)) {
        kind = Void.class;
      }
    }
    return runs;
  }

  /// Pods are made in rank order.
  private static boolean isLead(TrainingJob job, Step step) {
    return step instanceof Step.CreatePod pod && pod.replica().equals(job.lead());
  }

  /// Answers the uid of the object that the step was about.
  private String apply(TrainingJob job, Step step, ClusterWriter writer, Done done) {
    return switch (step) {
      case Step.CreateService(var replica) -> create(job, Plan.service(job, replica), writer, done);
      case Step.CreatePod pod -> create(job, PodPlan.pod(job, pod), writer, done);
      case Step.CreateObject(var attachment, var hosts) ->
          createObject(job, attachment, hosts, writer, done);
      case Step.UpdateObject(var attachment, var uid, var hosts) -> {
        writer.update(Plan.object(job, attachment, hosts), uid);
        yield uid;
      }
      case Step.DeleteObject(var object) ->
          delete(
              target(job, object.apiVersion(), object.kind(), object.name(), object.uid()),
              Haste.GRACEFUL,
              writer);
      case Step.DeletePod(_, var pod, var uid, var haste) ->
          delete(target(job, "v1", "Pod", pod, uid), haste, writer);
      case Step.DeleteJob(var uid) ->
          delete(
              target(job, job.id().apiVersion(), job.id().kind(), job.id().name(), uid),
              Haste.GRACEFUL,
              writer);
      case Step.ClaimName(var claim) -> new Claiming(job, claim, writer).uid();
      case Step.CreateChild(var role) ->
          create(job, Plan.child(job, child(job, role)), writer, done);
      case Step.HoldChild(var role, var child, var held) -> {
        var target = target(job, child.apiVersion(), child.kind(), child.name(), child.uid());
        new Holding(child(job, role)).apply(target, held, writer);
        yield child.uid();
      }
      case Step.ReleaseChild(var role, var child) -> {
        var target = target(job, child.apiVersion(), child.kind(), child.name(), child.uid());
        new Holding(child(job, role)).release(target, writer);
        yield child.uid();
      }
    };
  }

  /// Keys and resolved secrets are made here, outside of every record.
  private String createObject(
      TrainingJob job, Attachment attachment, List<String> hosts, ClusterWriter writer, Done done) {
    return switch (attachment.content()) {
      case Content.Given _, Content.HostList _ -> {
        var object = Plan.object(job, attachment, hosts);
        yield attachment.lifetime() == Lifetime.OUTLIVES_JOB
            ? createOrTake(object, writer)
            : create(job, object, writer, done);
      }
      case Content.KeyPair wanted -> {
        var keys = keyMaker.make(wanted.kind(), job.id().name());
        var entries = SecretPlan.entries(wanted, keys.privateKey(), keys.publicKey());
        yield create(job, SecretPlan.secret(job, attachment, entries), writer, done);
      }
      case Content.Literals literals ->
          create(job, SecretPlan.secret(job, attachment, literals.entries()), writer, done);
      case Content.EnvFile wanted -> {
        var file = envFile(job, attachment, wanted, writer);
        var entries = SecretPlan.entries(wanted, file.text());
        var uid = create(job, SecretPlan.secret(job, attachment, entries), writer, done);
        if (!file.withheld().isEmpty()) {
          done.learned(new Fact.VariablesWithheld(file.withheld()));
        }
        yield uid;
      }
    };
  }

  private static EnvFileText envFile(
      TrainingJob job, Attachment attachment, Content.EnvFile wanted, ClusterWriter writer) {
    var file =
        EnvFileText.of(wanted, (kind, name) -> writer.find("v1", kind, job.id().namespace(), name));
    if (!file.missing().isEmpty()) {
      throw new ObjectRefusedException(
          new Fact.ObjectRefused(
              attachment.kind(), attachment.name(), String.join("; ", file.missing())));
    }
    return file;
  }

  private static String delete(Target target, Haste haste, ClusterWriter writer) {
    writer
        .delete(target, haste)
        .ifPresent(
            why -> {
              throw new ObjectRefusedException(
                  new Fact.RemovalRefused(target.kind(), target.name(), why));
            });
    return target.uid();
  }

  /// Names are deterministic, so what we are about to create may stand already: then it is ours, or
  /// in the way. What is in the way but leaving, or left behind by a job of the same name that is
  /// no more, is waited for like any other stale reading.
  private static String create(
      TrainingJob job, HasMetadata object, ClusterWriter writer, Done done) {
    return switch (writer.create(object)) {
      case Creation.Made(var uid) -> uid;
      case Creation.Taken(var uid, var controller, var leaving) -> {
        boolean ours = controller.filter(one -> one.uid().equals(job.id().uid())).isPresent();
        if (leaving || controller.filter(one -> isPredecessor(one, job.id())).isPresent()) {
          throw new Conflict("%s is still leaving".formatted(name(object)));
        }
        if (!ours) {
          throw refused(
              object,
              "the name %s is taken by an object that does not belong to %s %s; delete or rename it"
                  .formatted(object.getMetadata().getName(), job.id().kind(), job.id().name()));
        }
        done.stood();
        yield uid;
      }
      case Creation.Refused(_, var why) -> throw refused(object, why);
    };
  }

  /// What nobody owns is used as it is, whoever has made it.
  private static String createOrTake(HasMetadata object, ClusterWriter writer) {
    return switch (writer.create(object)) {
      case Creation.Made(var uid) -> uid;
      case Creation.Taken(var uid, _, var leaving) -> {
        if (leaving) {
          throw new Conflict("%s is still leaving".formatted(name(object)));
        }
        yield uid;
      }
      case Creation.Refused(_, var why) -> throw refused(object, why);
    };
  }

  private static boolean isPredecessor(Target controller, JobId job) {
    return controller.kind().equals(job.kind())
        && controller.name().equals(job.name())
        && !controller.uid().equals(job.uid());
  }

  private static ObjectRefusedException refused(HasMetadata object, String why) {
    return new ObjectRefusedException(
        new Fact.ObjectRefused(object.getKind(), object.getMetadata().getName(), why));
  }

  private static String name(HasMetadata object) {
    return object.getKind() + " " + object.getMetadata().getName();
  }

  private static Carrier.Child child(TrainingJob job, String role) {
    return job.role(role)
        .flatMap(
            one ->
                one.carrier() instanceof Carrier.Child child
                    ? Optional.of(child)
                    : Optional.empty())
        .orElseThrow(
            () -> new IllegalArgumentException("%s has no child for %s".formatted(job.id(), role)));
  }

  private static Target target(
      TrainingJob job, String apiVersion, String kind, String name, String uid) {
    return new Target(apiVersion, kind, job.id().namespace(), name, uid);
  }
}
