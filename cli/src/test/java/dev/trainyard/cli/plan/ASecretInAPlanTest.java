package dev.trainyard.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.KeyKind;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.FailureBudget;
import dev.trainyard.engine.model.RestartRule;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Addressing;
import dev.trainyard.engine.model.TrainingJob.CleanUp;
import dev.trainyard.engine.model.TrainingJob.Clock;
import dev.trainyard.engine.model.TrainingJob.Gang;
import dev.trainyard.engine.model.TrainingJob.Hold;
import dev.trainyard.engine.model.TrainingJob.JobId;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.Naming;
import dev.trainyard.engine.model.TrainingJob.Patience;
import dev.trainyard.engine.model.TrainingJob.Refresh;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import dev.trainyard.engine.model.TrainingJob.Telling;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ASecretInAPlanTest {

  @Test
  void says_where_keys_will_be() throws Exception {
    assertThat(
            planned(
                new Content.KeyPair(
                    KeyKind.RSA, "id_rsa", Set.of("id_rsa.pub"), Map.of("config", "Host *\n"))))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"apiVersion": "v1", "kind": "Secret",
                     "metadata": {
                       "name": "gpt-secret", "namespace": "default",
                       "ownerReferences": [{
                         "apiVersion": "example.dev/v1", "kind": "Errand",
                         "blockOwnerDeletion": true, "controller": true, "name": "gpt",
                         "uid": "uid-0"}]},
                     "type": "Opaque",
                     "stringData": {
                       "config": "Host *\\n", "id_rsa": "<generated>",
                       "id_rsa.pub": "<generated>"}}
                    """));
  }

  @Test
  void does_not_look_up_what_an_environment_refers_to() {
    var variable = new EnvVarBuilder().withName("TOKEN").withValue("t0ps3cret").build();

    var secret = planned(new Content.EnvFile("deepspeed_env", List.of(), List.of(variable)));

    assertThat(secret.at("/stringData/deepspeed_env").asText()).isEqualTo("<resolved>");
    assertThat(secret.toString()).doesNotContain("t0ps3cret");
  }

  @Test
  void shows_nothing_that_a_job_was_given() {
    var given = new GenericKubernetesResource();
    given.setAdditionalProperty("stringData", Map.of("password", "t0ps3cret"));

    assertThat(planned(new Content.Given(given, "digest")).at("/stringData/password").asText())
        .isEqualTo("***");
  }

  private static ObjectNode planned(Content content) {
    var attachment =
        new Attachment(
            "v1", "Secret", "gpt-secret", content, Lifetime.UNTIL_JOB_GONE, Sync.CREATE_ONLY);
    return FullSize.objects(job(attachment)).stream()
        .filter(object -> object.path("kind").asText().equals("Secret"))
        .findFirst()
        .orElseThrow();
  }

  private static TrainingJob job(Attachment attachment) {
    var worker =
        new Role(
            "worker",
            1,
            1,
            new PodTemplateSpecBuilder()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .endContainer()
                .endSpec()
                .build(),
            Map.of(),
            Map.of(),
            Map.of(Role.Mode.NORMAL, Role.Launch.asWritten()),
            new RestartRule(List.of(), RestartRule.Scope.REPLICA, RestartRule.InPlace.NEVER),
            new Role.Carrier.Pods("main", Role.EndOf.POD_PHASE, Optional.empty()),
            new Role.Start.AtOnce());
    return new TrainingJob(
        new JobId("example.dev/v1", "Errand", "default", "gpt", "uid-0"),
        List.of(worker),
        new Naming("gpt", true, false, Optional.empty()),
        new Addressing(Addressing.Per.NONE, Map.of(), Set.of(), true, Lifetime.UNTIL_JOB_GONE),
        EnvContract.none(),
        Gang.none(),
        SuccessRule.EVERY_REPLICA,
        new RunningRule(false, 1, false, false),
        FailureBudget.unlimited(),
        new Hold(false, false),
        1,
        new Clock(Optional.empty(), Clock.From.ACCEPTED, Optional.empty()),
        new CleanUp(CleanUp.Sweep.NOTHING, CleanUp.Sweep.NOTHING, Set.of()),
        Role.Mode.NORMAL,
        Refresh.NEVER,
        List.of(attachment),
        new Patience(Optional.empty(), Duration.ZERO),
        Telling.counts(Duration.ZERO, Set.of(), Map.of()));
  }
}
