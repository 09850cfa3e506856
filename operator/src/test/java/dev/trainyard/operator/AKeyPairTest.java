package dev.trainyard.operator;

import static dev.trainyard.operator.Jobs.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.KeyKind;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.operator.ClusterWriter.Creation;
import dev.trainyard.operator.ClusterWriter.Target;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AKeyPairTest {

  private static final Attachment KEYS =
      secret(
          new Content.KeyPair(
              KeyKind.RSA,
              "id_rsa",
              Set.of("id_rsa.pub", "authorized_keys"),
              Map.of("config", "Host *\n")));

  private final Journal journal = new Journal();

  @Test
  void is_made_into_a_secret_of_the_job() {
    create(KEYS);

    var made = (GenericKubernetesResource) journal.made().getFirst();
    assertThat(journal.entries()).containsExactly("create Secret mnist-ssh");
    assertThat(made.<String>get("type")).isEqualTo("Opaque");
    assertThat(made.getMetadata().getOwnerReferences().getFirst().getUid()).isEqualTo(Jobs.UID);
    assertThat(texts(made))
        .isEqualTo(
            Map.of(
                "id_rsa", "private RSA\n",
                "id_rsa.pub", "RSA mnist\n",
                "authorized_keys", "RSA mnist\n",
                "config", "Host *\n"));
  }

  @Test
  void may_be_of_a_type_that_the_api_knows() {
    create(
        secret(
            new Content.KeyPair(
                KeyKind.ECDSA_P521,
                "ssh-privatekey",
                Set.of("ssh-publickey"),
                Map.of(),
                "kubernetes.io/ssh-auth")));

    var made = (GenericKubernetesResource) journal.made().getFirst();
    assertThat(made.<String>get("type")).isEqualTo("kubernetes.io/ssh-auth");
    assertThat(texts(made))
        .isEqualTo(
            Map.of(
                "ssh-privatekey", "private ECDSA_P521\n", "ssh-publickey", "ECDSA_P521 mnist\n"));
  }

  @Test
  void is_kept_where_the_job_has_one_already() {
    var errand = new Target("test.trainyard.dev/v1", "Errand", "default", "mnist", Jobs.UID);
    journal.answering("Secret mnist-ssh", new Creation.Taken("uid-0", Optional.of(errand), false));
    var uids = new ArrayList<String>();

    applier().apply(mnist(KEYS), List.of(creating(KEYS)), journal, (_, uid) -> uids.add(uid));

    assertThat(uids).containsExactly("uid-0");
    assertThat(journal.entries()).containsExactly("create Secret mnist-ssh");
  }

  @Test
  void is_never_written_over() {
    assertThatThrownBy(
            () ->
                applier()
                    .apply(
                        mnist(KEYS),
                        List.of(new Step.UpdateObject(KEYS, "uid-0", List.of())),
                        journal,
                        (_, _) -> {}))
        .hasMessage("Secret mnist-ssh holds secrets and is made by the applier");
    assertThat(journal.entries()).isEmpty();
  }

  private void create(Attachment keys) {
    applier().apply(mnist(keys), List.of(creating(keys)), journal, (_, _) -> {});
  }

  private static Applier applier() {
    return new Applier(new InFlight(1), Journal.KEYS);
  }

  private static TrainingJob mnist(Attachment keys) {
    return job("mnist", 1, keys);
  }

  private static Step creating(Attachment keys) {
    return new Step.CreateObject(keys, List.of());
  }

  private static Attachment secret(Content.KeyPair keys) {
    return new Attachment(
        "v1", "Secret", "mnist-ssh", keys, Lifetime.UNTIL_JOB_GONE, Sync.CREATE_ONLY);
  }

  private static Map<String, String> texts(GenericKubernetesResource secret) {
    var texts = new TreeMap<String, String>();
    secret
        .<Map<String, String>>get("data")
        .forEach(
            (name, code) ->
                texts.put(
                    name, new String(Base64.getDecoder().decode(code), StandardCharsets.UTF_8)));
    return texts;
  }
}
