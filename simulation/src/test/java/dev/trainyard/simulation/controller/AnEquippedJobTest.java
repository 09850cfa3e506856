package dev.trainyard.simulation.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.Settings;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.HostLine;
import dev.trainyard.engine.model.Attachment.KeyKind;
import dev.trainyard.engine.model.Attachment.Roster;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.operator.kinds.RawPyTorchJob;
import dev.trainyard.operator.kinds.Registration;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.World;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A launcher's job: a list of hosts, keys to reach them, and the environment they shall have.
class AnEquippedJobTest {

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private static final Attachment HOSTS =
      attachment(
          "ConfigMap",
          "train-hosts",
          new Content.HostList(
              Map.of(
                  "hostfile",
                  new HostLine("", "", " slots=1", false, Roster.RUNNING_ONCE_SETTLED))),
          Sync.FOLLOW);
  private static final Attachment KEYS =
      attachment(
          "Secret",
          "train-ssh",
          new Content.KeyPair(KeyKind.RSA, "id_rsa", Set.of("id_rsa.pub"), Map.of()),
          Sync.CREATE_ONLY);
  private static final Attachment ENV =
      attachment(
          "Secret",
          "train-env",
          new Content.EnvFile(
              "env",
              List.of(),
              List.of(
                  new EnvVarBuilder()
                      .withName("LEVEL")
                      .withNewValueFrom()
                      .withNewConfigMapKeyRef("level", "settings", false)
                      .endValueFrom()
                      .build())),
          Sync.CREATE_ONLY);

  private final World world = new World(World.Setup.calm(Program.ENDLESS));
  private Controller controller = start();

  @Test
  void gets_everything_before_its_pods() throws IOException {
    begin();
    submitSettings();

    run(Duration.ofMinutes(3));

    assertThat(text("ConfigMap", "train-hosts", "hostfile"))
        .isEqualTo("train-master-0 slots=1\ntrain-worker-0 slots=1\ntrain-worker-1 slots=1\n");
    assertThat(secretText("train-ssh", "id_rsa")).startsWith("private key of train");
    assertThat(secretText("train-env", "env")).isEqualTo("LEVEL=3\n");
    assertThat(world.store().all("Pod")).hasSize(3);
  }

  @Test
  void waits_for_what_its_environment_refers_to() throws IOException {
    begin();

    run(Duration.ofMinutes(1));
    assertThat(world.store().all("Pod")).isEmpty();
    assertThat(world.store().all("Event").map(event -> ((Event) event.typed()).getMessage()))
        .contains("Error creating: ConfigMap settings does not exist");

    submitSettings();
    run(Duration.ofMinutes(3));
    assertThat(world.store().all("Pod")).hasSize(3);
  }

  @Test
  void keeps_its_keys_and_its_list_when_the_operator_comes_back() throws IOException {
    begin();
    submitSettings();
    run(Duration.ofMinutes(3));
    var before = List.of(item("Secret", "train-ssh"), item("ConfigMap", "train-hosts"));

    controller.crash();
    controller = start();
    run(Duration.ofMinutes(6));

    assertThat(List.of(item("Secret", "train-ssh"), item("ConfigMap", "train-hosts")))
        .isEqualTo(before);
  }

  @Test
  void has_its_list_follow_who_is_there() throws IOException {
    begin();
    submitSettings();
    run(Duration.ofMinutes(3));

    world
        .api()
        .patchJob(
            new Key("PyTorchJob", "default", "train"),
            yaml("{spec: {pytorchReplicaSpecs: {Worker: {replicas: 1}}}}"));
    run(Duration.ofMinutes(6));

    assertThat(text("ConfigMap", "train-hosts", "hostfile"))
        .isEqualTo("train-master-0 slots=1\ntrain-worker-0 slots=1\n");
  }

  private Controller start() {
    var kind =
        new Registration<>(
            RawPyTorchJob.class,
            new EquippedDialect(List.of(HOSTS, KEYS, ENV)),
            Dialects.PYTORCH_JOB.codec());
    return Controller.start(
        kind,
        Parts.ours(),
        new Controller.Surroundings(
            world.api(),
            world.store(),
            world.agenda(),
            Weather.CALM,
            new Ledger(),
            Settings.defaults(Settings.Place.CLUSTER),
            false,
            _ -> {}),
        world.store().latest());
  }

  private void begin() throws IOException {
    world
        .machines()
        .add(
            "n1",
            Map.of(
                "cpu",
                new Quantity("8"),
                "memory",
                new Quantity("8Gi"),
                "pods",
                new Quantity("9")));
    world.submit(
        yaml(
            """
            apiVersion: kubeflow.org/v1
            kind: PyTorchJob
            metadata: {name: train, namespace: default}
            spec:
              pytorchReplicaSpecs:
                Master:
                  template: {spec: {containers: [{name: pytorch, image: train}]}}
                Worker:
                  replicas: 2
                  template: {spec: {containers: [{name: pytorch, image: train}]}}
            """));
  }

  /// As a script brings it, which nobody has parsed.
  private void submitSettings() throws IOException {
    world
        .api()
        .createJob(
            yaml(
                """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: settings, namespace: default}
                data: {level: "3"}
                """));
  }

  private void run(Duration until) {
    world.run(until, () -> {});
  }

  private Item item(String kind, String name) {
    return world.store().find(new Key(kind, "default", name)).orElseThrow();
  }

  private String text(String kind, String name, String key) {
    return ((GenericKubernetesResource) item(kind, name).typed()).get("data", key);
  }

  private String secretText(String name, String key) {
    return new String(
        Base64.getDecoder().decode(text("Secret", name, key)), StandardCharsets.UTF_8);
  }

  private static ObjectNode yaml(String text) throws IOException {
    return (ObjectNode) YAML.readTree(text);
  }

  private static Attachment attachment(String kind, String name, Content content, Sync sync) {
    return new Attachment("v1", kind, name, content, Lifetime.UNTIL_JOB_GONE, sync);
  }
}
