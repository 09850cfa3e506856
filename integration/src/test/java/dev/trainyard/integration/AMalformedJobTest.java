package dev.trainyard.integration;

import static dev.trainyard.integration.PyTorchJobs.edited;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// With a definition that lets everything through, as old clusters have them.
@OnACluster
class AMalformedJobTest {

  private Resource<CustomResourceDefinition> definition;
  private CustomResourceDefinition strict;

  @BeforeEach
  void loosen(Site site) {
    definition =
        site.client()
            .apiextensions()
            .v1()
            .customResourceDefinitions()
            .withName("pytorchjobs.kubeflow.org");
    strict = definition.get();
    definition.edit(
        found ->
            new CustomResourceDefinitionBuilder(found)
                .editSpec()
                .editFirstVersion()
                .editSchema()
                .withNewOpenAPIV3Schema()
                .withType("object")
                .withXKubernetesPreserveUnknownFields(true)
                .endOpenAPIV3Schema()
                .endSchema()
                .endVersion()
                .endSpec()
                .build());
  }

  @AfterEach
  void tighten(Team team) {
    team.delete("broken");
    team.waitUntil("it is gone", () -> !team.exists("broken"));
    definition.edit(
        found -> new CustomResourceDefinitionBuilder(found).withSpec(strict.getSpec()).build());
  }

  @Test
  void is_one_job_with_a_clear_condition_and_holds_up_no_other(Team team) {
    var broken =
        edited(
            team.pyTorchJob("broken", 1),
            text -> text.replaceFirst("replicas: 1", "replicas: many"));

    team.waitUntil(
        "the definition lets it through", () -> team.accepted(() -> team.submit(broken)));
    team.submit(team.pyTorchJob("fine", 1));

    team.waitForPhase("fine", "Running");
    team.waitForPhase("broken", "Failed");
    assertThat(team.field("broken", "Failed", "message"))
        .contains("spec.pytorchReplicaSpecs.Master.replicas", "\"many\"");
  }
}
