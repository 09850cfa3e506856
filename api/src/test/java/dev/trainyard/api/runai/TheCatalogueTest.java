package dev.trainyard.api.runai;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheCatalogueTest {

  /// The fields that users of Run:ai are told of.
  private static final List<String> DOCUMENTED =
      Arrays.asList(
          ("active allowPrivilegeEscalation annotations arguments"
                  + " autoDeletionTimeAfterCompletionSeconds backoffLimit baseWorkload capabilities"
                  + " command completions cpu cpuLimit createHomeDir environment exposedUrls"
                  + " extendedResources gitSync gpu gpuLimit gpuMemory hostIpc hostNetwork image"
                  + " imagePullPolicy ingressUrl labels largeShm memory memoryLimit migProfile"
                  + " mountPropagation mpi name namePrefix nfs nodePool nodePools nodeType"
                  + " parallelism podAffinity podAffinitySchedulingRule podAffinityTopology ports"
                  + " preemptionLimit processes pvcs runAsGid runAsNonRoot runAsUid runAsUser s3"
                  + " seccompProfileType serviceType slotsPerWorker stdin supplementalGroups"
                  + " terminateAfterPreemption tolerations tty usage userId username volumes"
                  + " workingDir")
              .split(" ", -1));

  private static final List<String> LATER =
      List.of(
          "gpuDevices",
          "gpuMemoryLimit",
          "dropAllCapabilities",
          "readOnlyRootFilesystem",
          "configMapVolumes",
          "secretVolumes",
          "emptyDirVolumes",
          "imagePullSecrets",
          "ttlAfterFinish");

  @Test
  void has_every_documented_field_and_the_later_ones_and_no_other() {
    var known = new HashSet<>(DOCUMENTED);
    known.addAll(LATER);

    assertThat(DOCUMENTED).hasSize(64);
    assertThat(Catalogue.names()).containsExactlyInAnyOrderElementsOf(known);
  }

  @ParameterizedTest
  @CsvSource({
    "ttlAfterFinish, autoDeletionTimeAfterCompletionSeconds",
    "gpuMemoryLimit, gpuLimit",
    "gpu, gpu",
  })
  void finds_a_field_by_any_of_its_names(String name, String field) {
    assertThat(Catalogue.find(name)).map(Field::name).contains(field);
  }

  @ParameterizedTest
  @CsvSource({
    "nfs, server, nfsServer",
    "nfs, path, sourcePath",
    "nfs, mountPath, targetPath",
    "volumes, path, sourcePath",
    "gitSync, path, directory",
    "gitSync, revision, rev",
    "extendedResources, resource, name",
  })
  void finds_a_member_by_any_of_its_names(String field, String name, String member) {
    assertThat(Catalogue.find(field).map(Field::shape))
        .hasValueSatisfying(
            shape ->
                assertThat(((Shape.Items) shape).member(name)).map(Member::name).contains(member));
  }
}
