package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.WorkloadMaker.DIALECT;
import static dev.trainyard.dialects.runai.WorkloadMaker.workload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.Place;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnUnwiseWorkloadTest {

  @ParameterizedTest
  @CsvSource({
    "gpu, 0.5, gpu: ",
    "gpuMemory, 4G, gpuMemory: ",
    "migProfile, 1g.5gb, migProfile: ",
    "nodePools, a, nodePools: ",
    "hostIpc, true, hostIpc: ",
    "hostNetwork, true, hostNetwork: "
  })
  void is_told_what_one_machine_cannot_give(String field, String value, String said) {
    assertThat(workload("job").value(field, value).in(Place.YARD).remarks())
        .anyMatch(one -> one.startsWith("Unwise " + said));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "s3 | {bucket: b, path: /s} | S3Unsupported s3.a: ",
        "nfs | {nfsServer: s, sourcePath: /a, targetPath: /b} | Unwise nfs.a: ",
        "volumes | {nfsServer: s, sourcePath: /a, targetPath: /b} | Unwise volumes.a.nfsServer: ",
        "exposedUrls | {container: 80} | Unwise exposedUrls.a: ",
        "ports | {container: 80, serviceType: LoadBalancer} | Unwise ports.a: "
      })
  void is_told_which_items_one_machine_cannot_give(String field, String item, String said) {
    assertThat(workload("job").item(field, "a", item).in(Place.YARD).remarks())
        .anyMatch(one -> one.startsWith(said));
  }

  @Test
  void is_told_what_no_scheduler_goes_by() {
    var workload = workload("job").value("gpu", "0.5").value("nodePools", "a");

    assertThat(workload.remarks()).hasSize(2).allMatch(one -> one.contains("own scheduler"));
    assertThat(workload.with(WorkloadSettings.defaults().scheduledBy("kai-scheduler")).remarks())
        .isEmpty();
  }

  @Test
  void is_told_nothing_where_there_is_nothing_to_tell() {
    assertThat(workload("job").value("gpu", "2").remarks()).isEmpty();
    assertThat(workload("job").value("gpu", "2").in(Place.YARD).remarks()).isEmpty();
  }

  @Test
  void brings_an_ingress_only_where_somebody_serves_it() {
    assertThat(DIALECT.attaches(Settings.defaults(Place.CLUSTER)))
        .extracting(kind -> kind.kind())
        .containsExactlyInAnyOrder("ConfigMap", "Secret", "PersistentVolumeClaim", "Ingress");
    assertThat(DIALECT.attaches(Settings.defaults(Place.YARD)))
        .extracting(kind -> kind.kind())
        .containsExactlyInAnyOrder("ConfigMap", "Secret", "PersistentVolumeClaim");
    assertThat(DIALECT.carriers(Settings.defaults(Place.YARD)))
        .extracting(kind -> kind.kind())
        .containsExactlyInAnyOrder("MPIJob", "Job");
  }
}
