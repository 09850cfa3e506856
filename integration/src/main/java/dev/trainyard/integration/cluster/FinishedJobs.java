package dev.trainyard.integration.cluster;

import dev.trainyard.cli.local.LocalYard;
import dev.trainyard.cli.local.UsualSettings;
import dev.trainyard.cli.local.YardHome;
import dev.trainyard.dialects.Settings;
import dev.trainyard.yard.Yard;
import dev.trainyard.yard.store.Key;
import dev.trainyard.yard.store.Revision;
import dev.trainyard.yard.store.SqliteStore;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// Fills the home of a yard with jobs that have ended, without running them: one job is run there,
/// and what it left, from its pods to its events, is stored again and again under other names. Of
/// the copies each ended a second before the next, and events are there of the last hour.
public final class FinishedJobs {

  private static final String PATTERN = "pattern";
  private static final int JOBS_AT_ONCE = 200;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration EVENTS_LAST = Duration.ofHours(1);
  private static final long HISTORY = 20_000;
  private static final Pattern TIME =
      Pattern.compile("\"(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)(\\.\\d+)?Z\"");
  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern VERSION = Pattern.compile("\"resourceVersion\":\"\\d+\"");
  private static final ResourceDefinitionContext KIND =
      new ResourceDefinitionContext.Builder()
          .withGroup("kubeflow.org")
          .withVersion("v1")
          .withKind("PyTorchJob")
          .withPlural("pytorchjobs")
          .withNamespaced(true)
          .build();

  /// A job of one master and two workers that do nothing.
  private static final String JOB =
      """
      {"apiVersion": "kubeflow.org/v1", "kind": "PyTorchJob",
       "metadata": {"name": "%1$s", "namespace": "default"},
       "spec": {"runPolicy": {"cleanPodPolicy": "None"}, "pytorchReplicaSpecs": {
         "Master": {"replicas": 1, "restartPolicy": "Never", "template": %2$s},
         "Worker": {"replicas": 2, "restartPolicy": "Never", "template": %2$s}}}}
      """
          .formatted(
              PATTERN,
              """
              {"spec": {"containers": [{"name": "pytorch", "image": "none",
                "command": ["sh", "-c", "echo trained"]}]}}
              """);

  private final Path home;
  private final List<Revision> left;
  private long revision;

  /// Runs the one job, in a home that no yard uses.
  public static FinishedJobs in(Path home) {
    try (var _ =
        LocalYard.start(
            new YardHome(home),
            UsualSettings.at(Settings.Place.YARD),
            Yard.Options.defaults(),
            _ -> {})) {
      try (var client = Yard.connect(home)) {
        var jobs = client.genericKubernetesResources(KIND).inNamespace("default");
        jobs.load(new ByteArrayInputStream(JOB.getBytes(StandardCharsets.UTF_8))).create();
        jobs.withName(PATTERN)
            .waitUntilCondition(FinishedJobs::succeeded, PATIENCE.toSeconds(), TimeUnit.SECONDS);
        // The master's end is the job's; its workers may need a moment longer.
        for (var pod : client.pods().inNamespace("default").list().getItems()) {
          client
              .resource(pod)
              .waitUntilCondition(
                  seen -> seen != null && "Succeeded".equals(seen.getStatus().getPhase()),
                  PATIENCE.toSeconds(),
                  TimeUnit.SECONDS);
        }
      }
    }
    try (var store = SqliteStore.open(home.resolve("store"))) {
      var contents = store.load();
      var left =
          contents.objects().stream()
              .filter(object -> object.key().name().startsWith(PATTERN))
              .toList();
      return new FinishedJobs(home, left, contents.revision());
    }
  }

  private FinishedJobs(Path home, List<Revision> left, long revision) {
    this.home = home;
    this.left = left;
    this.revision = revision;
  }

  private static boolean succeeded(GenericKubernetesResource job) {
    return job != null
        && String.valueOf(job.getAdditionalProperties().get("status")).contains("Succeeded");
  }

  /// How many objects one job leaves.
  public int objectsOfOne() {
    return left.size();
  }

  /// Stores so many more. No yard is up meanwhile.
  public void add(int jobs) {
    try (var store = SqliteStore.open(home.resolve("store"))) {
      var batch = new ArrayList<Revision>();
      for (int i = 0; i < jobs; i++) {
        addOne("done-%06d".formatted(i), Duration.ofSeconds(jobs - i), batch);
        if (i % JOBS_AT_ONCE == JOBS_AT_ONCE - 1 || i == jobs - 1) {
          store.commit(batch);
          batch.clear();
        }
      }
      store.compact(revision - HISTORY);
    }
  }

  private void addOne(String name, Duration ago, List<Revision> batch) {
    var salt = name;
    for (var object : left) {
      var key = object.key();
      if (key.resource().equals("events") && ago.compareTo(EVENTS_LAST) > 0) {
        continue;
      }
      revision++;
      var text =
          UID.matcher(object.object().orElseThrow())
              .replaceAll(
                  uid ->
                      UUID.nameUUIDFromBytes((salt + uid.group()).getBytes(StandardCharsets.UTF_8))
                          .toString());
      text =
          TIME.matcher(text)
              .replaceAll(
                  time ->
                      "\"%s%s\""
                          .formatted(
                              Instant.parse(time.group(1) + "Z")
                                  .minus(ago)
                                  .truncatedTo(ChronoUnit.SECONDS)
                                  .toString()
                                  .replace("Z", ""),
                              (time.group(2) == null ? "" : time.group(2)) + "Z"));
      text = text.replace(PATTERN, name);
      text = VERSION.matcher(text).replaceFirst("\"resourceVersion\":\"%d\"".formatted(revision));
      batch.add(
          new Revision(
              revision,
              new Key(key.resource(), key.namespace(), key.name().replace(PATTERN, name)),
              Optional.of(text)));
    }
  }
}
