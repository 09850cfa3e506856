package dev.trainyard.dialects.tensorboard;

import dev.trainyard.dialects.tensorboard.Sources.Directory;
import dev.trainyard.engine.plan.Digest;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What runs in the pod: tensorboard over everything that was named, and before it, where files are
/// to be fetched, what fetches them.
final class Page {

  static final String CONTAINER = "tensorboard";
  static final String PORT_NAME = "http";
  static final int PORT = 6006;

  /// The directory of what was fetched, and the volume it lies in.
  static final String FETCHED = "http";

  private static final String ROOT = "/t9k/logs";
  private static final int PROBE_SECONDS = 5;

  /// Addresses arrive as arguments: nothing a user wrote is ever read as a program. Each file lies
  /// below the host and the path it came from, so that directories stay runs.
  private static final String FETCH =
      """
      import os, shutil, sys, urllib.parse, urllib.request
      for url in sys.argv[2:]:
          address = urllib.parse.urlsplit(url)
          names = urllib.parse.unquote(address.path).split("/")
          names = [name for name in names if name not in ("", ".", "..")]
          file = os.path.join(sys.argv[1], address.hostname, *names)
          os.makedirs(os.path.dirname(file), exist_ok=True)
          with urllib.request.urlopen(url, timeout=60) as source, open(file, "wb") as target:
              shutil.copyfileobj(source, target)
          print("Fetched", file, flush=True)
      """;

  private final Board board;
  private final Sources sources;

  private Page(Board board) {
    this.board = board;
    this.sources = board.sources();
  }

  static PodTemplateSpec template(Board board) {
    return new Page(board).template();
  }

  /// Tells one page from the next by what users may change in it.
  static String digest(Board board) {
    var spec = board.spec();
    return Digest.of(
        List.of(
            board.image(),
            board.sources().toString(),
            board.queue().orElse(""),
            spec.resources() == null ? "" : spec.resources().toString()));
  }

  private PodTemplateSpec template() {
    return new PodTemplateSpecBuilder()
        .withNewSpec()
        .withInitContainers(sources.urls().isEmpty() ? List.of() : List.of(fetcher()))
        .withContainers(server())
        .withVolumes(volumes())
        .endSpec()
        .build();
  }

  private Container server() {
    return new ContainerBuilder()
        .withName(CONTAINER)
        .withImage(board.image())
        .withCommand(command())
        .addNewPort()
        .withName(PORT_NAME)
        .withContainerPort(PORT)
        .endPort()
        .withEnv(environment())
        .withResources(board.spec().resources())
        .withVolumeMounts(
            Stream.concat(sources.directories().stream().map(this::mount), fetched(true)).toList())
        .withNewReadinessProbe()
        .withNewHttpGet()
        .withPath(board.path())
        .withNewPort(PORT_NAME)
        .endHttpGet()
        .withPeriodSeconds(PROBE_SECONDS)
        .withTimeoutSeconds(PROBE_SECONDS)
        .endReadinessProbe()
        .build();
  }

  private List<String> command() {
    var words = new ArrayList<>(List.of("tensorboard"));
    if (sources.mixed()) {
      words.addAll(List.of("--logdir_spec", places()));
    } else {
      words.addAll(List.of("--logdir", sources.local() ? ROOT : sources.uris().getFirst()));
    }
    words.addAll(List.of("--host", "0.0.0.0", "--port", Integer.toString(PORT)));
    words.addAll(List.of("--path_prefix", board.path()));
    return words.stream().map(Page::literal).toList();
  }

  private String places() {
    var places = new ArrayList<String>();
    if (sources.local()) {
      places.add("local:" + ROOT);
    }
    for (int i = 0; i < sources.uris().size(); i++) {
      places.add("s3-%d:%s".formatted(i, sources.uris().get(i)));
    }
    return String.join(",", places);
  }

  /// Kubernetes reads `$(NAME)` in a command as a variable.
  private static String literal(String word) {
    return word.replace("$", "$$");
  }

  private Container fetcher() {
    var words = new ArrayList<>(List.of("python3", "-c", FETCH, "%s/%s".formatted(ROOT, FETCHED)));
    words.addAll(sources.urls());
    return new ContainerBuilder()
        .withName("fetch-http")
        .withImage(board.image())
        .withCommand(words.stream().map(Page::literal).toList())
        .withResources(board.spec().resources())
        .withVolumeMounts(fetched(false).toList())
        .build();
  }

  private List<EnvVar> environment() {
    return sources.secret().stream()
        .flatMap(
            secret ->
                Stream.of(
                    variable("AWS_ACCESS_KEY_ID", secret, "accessKeyID"),
                    variable("AWS_SECRET_ACCESS_KEY", secret, "secretAccessKey"),
                    variable("S3_ENDPOINT", secret, "endpoint"),
                    variable("AWS_ENDPOINT_URL", secret, "endpoint")))
        .toList();
  }

  private static EnvVar variable(String name, String secret, String key) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewSecretKeyRef()
        .withName(secret)
        .withKey(key)
        .endSecretKeyRef()
        .endValueFrom()
        .build();
  }

  private List<Volume> volumes() {
    var claims = sources.claims();
    var volumes = new ArrayList<Volume>();
    for (int i = 0; i < claims.size(); i++) {
      volumes.add(
          new VolumeBuilder()
              .withName(volume(i))
              .withNewPersistentVolumeClaim()
              .withClaimName(claims.get(i))
              .endPersistentVolumeClaim()
              .build());
    }
    if (!sources.urls().isEmpty()) {
      volumes.add(new VolumeBuilder().withName(FETCHED).withNewEmptyDir().endEmptyDir().build());
    }
    return volumes;
  }

  private VolumeMount mount(Directory directory) {
    return new VolumeMountBuilder()
        .withName(volume(sources.claims().indexOf(directory.claim())))
        .withMountPath("%s/%s".formatted(ROOT, directory.place()))
        .withSubPath(directory.path().isEmpty() ? null : directory.path())
        .withReadOnly(true)
        .build();
  }

  private Stream<VolumeMount> fetched(boolean readOnly) {
    return sources.urls().isEmpty()
        ? Stream.empty()
        : Stream.of(
            new VolumeMountBuilder()
                .withName(FETCHED)
                .withMountPath("%s/%s".formatted(ROOT, FETCHED))
                .withReadOnly(readOnly ? Boolean.TRUE : null)
                .build());
  }

  private static String volume(int claim) {
    return "logs-%d".formatted(claim);
  }
}
