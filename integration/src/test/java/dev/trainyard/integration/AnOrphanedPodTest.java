package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What a job that was deleted with `--cascade=orphan` has left, and the next job of its name.
@OnACluster
class AnOrphanedPodTest {

  @Test
  void is_adopted_with_its_service_and_its_work_goes_on(Team team) {
    team.submit(team.pyTorchJob("again", 1));
    team.waitUntil("all of it runs", () -> team.running("again") == 2);
    var uids = uids(team);

    team.orphan("again");
    team.submit(team.pyTorchJob("again", 1));

    team.waitForPhase("again", "Running");
    team.waitUntil(
        "they are its own", () -> owners(team).equals(Collections.nCopies(4, uidOf(team))));
    assertThat(uids(team)).isEqualTo(uids);
    team.end("again-worker-0", 0);
    team.end("again-master-0", 0);
    team.waitForPhase("again", "Succeeded");
  }

  @Test
  void is_left_alone_and_named_where_the_job_would_make_another(Team team) {
    team.submit(team.pyTorchJob("again", 1));
    team.waitUntil("all of it runs", () -> team.running("again") == 2);
    var uids = uids(team);
    team.orphan("again");
    team.client()
        .services()
        .inNamespace(team.namespace())
        .withName("again-worker-0")
        .edit(
            service ->
                new ServiceBuilder(service)
                    .editSpec()
                    .withSelector(Map.of("app", "other"))
                    .endSpec()
                    .build());

    team.submit(team.pyTorchJob("again", 1));

    team.waitUntil(
        "it is told",
        () ->
            team.allWords("again", "FailedCreateService").stream()
                .anyMatch(words -> words.contains("again-worker-0")));
    assertThat(uids(team)).isEqualTo(uids);
    team.client().services().inNamespace(team.namespace()).withName("again-worker-0").delete();
    team.waitForPhase("again", "Running");
  }

  private static String uidOf(Team team) {
    return team.get("again").getMetadata().getUid();
  }

  private static List<String> owners(Team team) {
    return objects(team)
        .flatMap(object -> object.getMetadata().getOwnerReferences().stream())
        .map(OwnerReference::getUid)
        .toList();
  }

  private static List<String> uids(Team team) {
    return objects(team).map(object -> object.getMetadata().getUid()).toList();
  }

  private static Stream<HasMetadata> objects(Team team) {
    return Stream.concat(
        team.client().pods().inNamespace(team.namespace()).list().getItems().stream(),
        team.client().services().inNamespace(team.namespace()).list().getItems().stream());
  }
}
