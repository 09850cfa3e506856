package dev.trainyard.cli.wishes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.Console;
import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Output;
import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.JobKind;
import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Wish;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Grants a wish to jobs of any kind. What it means for a kind is its dialect's answer; this only
/// carries the answer out, and tells it.
public final class Granting {

  private static final int CONFLICT = 409;

  /// A job that is starting is written to many times within a moment.
  private static final int TRIES = 20;

  private final Cluster cluster;
  private final Console console;
  private final Optional<Output> form;
  private final Jobs jobs;

  public Granting(Cluster cluster, Console console, Optional<Output> form) {
    this.cluster = cluster;
    this.console = console;
    this.form = form;
    this.jobs = new Jobs(cluster);
  }

  /// To all of them or to none: what cannot be granted is known before anything is changed.
  ///
  /// @throws Refusal that says for each job why not
  public void grant(List<Jobs.Name> names, Wish wish) {
    var all = names.stream().map(jobs::find).toList();
    var refusals = new ArrayList<String>();
    var status = ExitStatus.INVALID;
    for (var job : all) {
      if (job.finished()) {
        refusals.add(over(job, wish));
        status = ExitStatus.FAILED;
      } else if (!job.kind().grants(wish)) {
        refusals.add("%s: %s".formatted(job.reference(), unknownTo(job.kind(), wish)));
      } else if (job.kind().answer(job.json(), wish) instanceof Answer.Refused(var why)) {
        refusals.add("%s: %s.".formatted(job.reference(), why));
      }
    }
    if (!refusals.isEmpty()) {
      throw new Refusal(status, refusals);
    }
    all.forEach(job -> grant(job, wish, 1));
  }

  private void grant(Job job, Wish wish, int tries) {
    switch (job.kind().answer(job.json(), wish)) {
      case Answer.Refused(var why) ->
          throw new Refusal(ExitStatus.INVALID, "%s: %s.".formatted(job.reference(), why));
      case Answer.Already(var what) -> tell(job, what);
      case Answer.Change(var patch, var what, var then) -> {
        var changed = apply(job, patch);
        if (changed.isPresent()) {
          tell(changed.get(), what);
          then.forEach(console::say);
          console.say(next(job, wish));
        } else if (tries < TRIES) {
          grant(jobs.find(job.named()), wish, tries + 1);
        } else {
          throw new Refusal(
              ExitStatus.FAILED,
              "%s changes faster than it can be told to; try again.".formatted(job.reference()));
        }
      }
    }
  }

  /// Nothing where the job has changed since it was read: the answer may be another one now.
  private Optional<Job> apply(Job job, ObjectNode patch) {
    patch
        .withObjectProperty("metadata")
        .put("resourceVersion", job.json().at("/metadata/resourceVersion").asText());
    try {
      var changed =
          cluster
              .client()
              .genericKubernetesResources(job.kind().context())
              .inNamespace(job.namespace())
              .withName(job.name())
              .patch(PatchContext.of(PatchType.JSON_MERGE), patch.toString());
      return Optional.of(jobs.read(job.kind(), changed));
    } catch (KubernetesClientException e) {
      if (e.getCode() == CONFLICT) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private void tell(Job job, String what) {
    switch (form.orElse(Output.WIDE)) {
      case JSON, YAML -> console.result(form.orElseThrow().text(job.json()));
      case NAME -> console.result(job.reference());
      case WIDE -> console.result("%s: %s".formatted(job.reference(), what));
    }
  }

  private static String over(Job job, Wish wish) {
    return "%s has finished (%s) and never starts again: it cannot be %s%s"
        .formatted(
            job.reference(),
            job.phase(),
            done(wish),
            wish instanceof Wish.Restart
                ? "; `trainyard delete %s`, then submit it once more.".formatted(job.name())
                : ".");
  }

  private static String unknownTo(JobKind kind, Wish wish) {
    var others =
        JobKind.all().stream()
            .filter(known -> known.grants(wish))
            .map(JobKind::dialect)
            .collect(Collectors.joining(", "));
    return "a %s cannot be %s; %s"
        .formatted(
            kind.dialect(),
            done(wish),
            others.isEmpty() ? "no kind of job can yet." : "%s can.".formatted(others));
  }

  private static String done(Wish wish) {
    return switch (wish) {
      case Wish.Pause _ -> "paused";
      case Wish.Resume _ -> "resumed";
      case Wish.Scale _ -> "scaled";
      case Wish.Restart _ -> "restarted";
      case Wish.Debug _ -> "debugged";
    };
  }

  private static String next(Job job, Wish wish) {
    return switch (wish) {
      case Wish.Pause _ -> "`trainyard resume %s` lets it go on.".formatted(job.name());
      case Wish.Resume _, Wish.Scale _, Wish.Restart _, Wish.Debug _ ->
          "`trainyard get %s -w` shows how it goes.".formatted(job.name());
    };
  }
}
