package dev.trainyard.cli.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.local.UsualSettings;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.LiveLookup;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Wish;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.operator.kinds.RawResource;
import dev.trainyard.operator.kinds.Registration;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A kind of job, as people name it and as the API does.
public record JobKind(Registration<?, ?> registration) {

  private static final List<JobKind> ALL = Kinds.all().stream().<JobKind>map(JobKind::new).toList();

  public static List<JobKind> all() {
    return ALL;
  }

  /// Those that the cluster serves and whose jobs we run there.
  public static List<JobKind> in(Cluster cluster) {
    var settings = Settings.defaults(cluster.place());
    return all().stream()
        .filter(kind -> kind.registration.dialect().runs(settings))
        .filter(kind -> kind.registration.servedBy(cluster.client()))
        .toList();
  }

  /// The kind meant by `pytorchjob`, `PyTorchJobs`, `pytorchjobs.kubeflow.org` …
  public static Optional<JobKind> named(String word) {
    return all().stream().filter(kind -> kind.called(word)).findFirst();
  }

  public static Optional<JobKind> of(String apiVersion, String kind) {
    return all().stream().filter(known -> known.is(apiVersion, kind)).findFirst();
  }

  boolean is(String apiVersion, String kind) {
    return named().apiVersion().equals(apiVersion) && named().kind().equals(kind);
  }

  private boolean called(String word) {
    var lower = word.toLowerCase(Locale.ROOT);
    return List.of(singular(), plural(), registration.name()).contains(lower)
        || named().shortNames().contains(lower);
  }

  /// As resources are written in one word: `pytorchjob`.
  public String singular() {
    return named().kind().toLowerCase(Locale.ROOT);
  }

  public String dialect() {
    return named().kind();
  }

  String plural() {
    return named().plural();
  }

  private Dialect.Kind named() {
    return registration.dialect().kind();
  }

  public ResourceDefinitionContext context() {
    return new ResourceDefinitionContext.Builder()
        .withGroup(named().group())
        .withVersion(named().version())
        .withKind(named().kind())
        .withPlural(plural())
        .withNamespaced(true)
        .build();
  }

  /// Whether jobs of this kind have a means for it at all.
  public boolean grants(Wish wish) {
    return registration.dialect().grants(wish);
  }

  /// Whether a resource of this kind is a job, and not only there for others.
  public boolean isJob(ObjectNode json) {
    return isJob(registration, json);
  }

  private static <W extends RawResource, R> boolean isJob(
      Registration<W, R> registration, ObjectNode json) {
    return !(registration.codec().parse(json) instanceof Parsed.Understood<R>(var resource))
        || registration.dialect().isJob(resource);
  }

  /// What a wish changes in a job of this kind that has not finished.
  public Answer answer(ObjectNode json, Wish wish) {
    return answer(registration, json, wish);
  }

  private static <W extends RawResource, R> Answer answer(
      Registration<W, R> registration, ObjectNode json, Wish wish) {
    return switch (registration.codec().parse(json)) {
      case Parsed.NotUnderstood<R>(var problems) ->
          new Answer.Refused("it cannot be read: %s".formatted(Problem.joined(problems)));
      case Parsed.Understood<R>(var resource) -> registration.dialect().answer(resource, wish);
    };
  }

  /// What its status remembers of the job. Nothing is looked up for it, so it is cheap to ask of
  /// very many.
  public JobState recall(ObjectNode json) {
    return recall(registration, json);
  }

  private static <W extends RawResource, R> JobState recall(
      Registration<W, R> registration, ObjectNode json) {
    var codec = registration.codec();
    return registration
        .dialect()
        .recall(
            codec.parse(json) instanceof Parsed.Understood<R>(var resource)
                ? resource
                : codec.remains(json));
  }

  /// What the resource says, also where its spec is refused.
  public Job read(ObjectNode json, Settings.Place place, LiveLookup.Source objects) {
    return read(this, registration, json, lookup(json, place, objects));
  }

  /// What would be otherwise if it were submitted now.
  List<Problem> hindsight(ObjectNode json, Settings.Place place, LiveLookup.Source objects) {
    return hindsight(registration, json, lookup(json, place, objects));
  }

  private static <W extends RawResource, R> List<Problem> hindsight(
      Registration<W, R> registration, ObjectNode json, Dialect.Lookup lookup) {
    return registration.codec().parse(json) instanceof Parsed.Understood<R>(var resource)
        ? registration.dialect().hindsight(resource, lookup)
        : List.of();
  }

  private LiveLookup lookup(ObjectNode json, Settings.Place place, LiveLookup.Source objects) {
    var settings = UsualSettings.at(place);
    var recalls = registration.dialect().recalls();
    var kinds = new HashSet<>(recalls);
    if (!recalls.isEmpty()) {
      kinds.addAll(registration.dialect().consults(settings));
    }
    registration.dialect().attaches(settings).stream()
        .filter(Attached.Kind::shared)
        .forEach(kinds::add);
    return new LiveLookup(settings, kinds, new OwnObjects(json, recalls, objects));
  }

  private static <W extends RawResource, R> Job read(
      JobKind kind, Registration<W, R> registration, ObjectNode json, Dialect.Lookup lookup) {
    var dialect = registration.dialect();
    return switch (registration.codec().parse(json)) {
      case Parsed.NotUnderstood<R>(var problems) ->
          new Job(
              kind,
              json,
              Optional.empty(),
              dialect.recall(registration.codec().remains(json)),
              problems);
      case Parsed.Understood<R>(var resource) ->
          switch (dialect.read(resource, lookup)) {
            case Dialect.Reading.Job(var training) ->
                new Job(
                    kind,
                    json,
                    Optional.of(training),
                    dialect.recall(resource),
                    dialect.validate(resource, Optional.empty(), lookup).stream()
                        .filter(problem -> !problem.fatal())
                        .toList());
            case Dialect.Reading.NotOurs _ ->
                new Job(kind, json, Optional.empty(), dialect.recall(resource), List.of());
            case Dialect.Reading.Refused(var problems) ->
                new Job(kind, json, Optional.empty(), dialect.recall(resource), problems);
          };
    };
  }
}
