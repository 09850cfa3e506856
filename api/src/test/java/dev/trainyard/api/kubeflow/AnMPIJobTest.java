package dev.trainyard.api.kubeflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import org.junit.jupiter.api.Test;

class AnMPIJobTest {

  private static final YAMLMapper YAML = new YAMLMapper();

  private static final String PI =
      """
      apiVersion: kubeflow.org/v2beta1
      kind: MPIJob
      metadata:
        name: pi
        namespace: team-a
      spec:
        slotsPerWorker: 2
        runLauncherAsWorker: false
        runPolicy:
          cleanPodPolicy: Running
          ttlSecondsAfterFinished: 60
          activeDeadlineSeconds: 4294967296
          backoffLimit: 2
          schedulingPolicy:
            minAvailable: 3
            queue: default
          suspend: true
          managedBy: kubeflow.org/mpi-operator
        mpiReplicaSpecs:
          Launcher:
            replicas: 1
            template:
              spec:
                containers:
                - name: launcher
                  image: example/pi:1
                  command: [mpirun, -n, "4", /home/pi]
          Worker:
            replicas: 2
            restartPolicy: Never
            template:
              spec:
                containers:
                - name: worker
                  image: example/pi:1
        sshAuthMountPath: /home/mpiuser/.ssh
        launcherCreationPolicy: WaitForWorkersReady
        mpiImplementation: Intel
      status:
        conditions:
        - type: Created
          status: "True"
          reason: MPIJobCreated
          message: MPIJob team-a/pi is created.
          lastUpdateTime: "2026-01-02T03:04:00Z"
          lastTransitionTime: "2026-01-02T03:04:00Z"
        replicaStatuses:
          Launcher:
            active: 1
          Worker: {}
        startTime: "2026-01-02T03:04:00Z"
      """;

  @Test
  void is_written_as_it_was_read() throws JsonProcessingException {
    var tree = YAML.readTree(PI);

    var written = new ObjectMapper().valueToTree(YAML.treeToValue(tree, MPIJob.class));

    assertThat(new ObjectMapper().readTree(written.toString()))
        .isEqualTo(new ObjectMapper().readTree(tree.toString()));
  }

  @Test
  void without_a_spec_has_no_replicas() throws JsonProcessingException {
    var job = YAML.readValue("metadata: {name: pi}", MPIJob.class);

    assertThat(job.spec().mpiReplicaSpecs()).isEmpty();
    assertThat(job.apiVersion()).isEqualTo("kubeflow.org/v2beta1");
    assertThat(job.kind()).isEqualTo("MPIJob");
  }

  @Test
  void with_a_bare_key_for_its_workers_has_workers_of_nothing() throws JsonProcessingException {
    var job = YAML.readValue("spec: {mpiReplicaSpecs: {Worker: }}", MPIJob.class);

    assertThat(job.spec().mpiReplicaSpecs())
        .containsEntry("Worker", new MPIReplicaSpec(null, null, null));
  }
}
