package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.WorkloadMaker.workload;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Json;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TheStorageOfAWorkloadTest {

  @Test
  void is_a_claim_that_outlives_it() {
    var workload =
        workload("job")
            .item("pvcs", "a", "{path: /data, size: 1Gi, storageClass: fast, readOnly: true}");

    assertThat(workload.attachments()).containsExactly("PersistentVolumeClaim/pvc-job-0");
    assertThat(workload.attachment("PersistentVolumeClaim/pvc-job-0").lifetime())
        .isEqualTo(Lifetime.OUTLIVES_JOB);
    var claim = json(workload.object("PersistentVolumeClaim/pvc-job-0"));
    assertThat(claim.at("/metadata").has("ownerReferences")).isFalse();
    assertThat(claim.path("spec"))
        .isEqualTo(
            Project.tree(
                "{accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}},"
                    + " storageClassName: fast, volumeMode: Filesystem}"));
    assertThat(spec(workload).path("volumes"))
        .isEqualTo(
            Project.tree(
                "[{name: pvc-volume-0, persistentVolumeClaim: {claimName: pvc-job-0, readOnly:"
                    + " true}}]"));
    assertThat(spec(workload).at("/containers/0/volumeMounts"))
        .isEqualTo(Project.tree("[{name: pvc-volume-0, mountPath: /data, readOnly: true}]"));
  }

  @Test
  void goes_with_it_where_it_is_ephemeral() {
    var workload =
        workload("job")
            .item(
                "pvcs",
                "a",
                "{path: /data, size: 1Gi, claimName: mine, ephemeral: true, readOnlyMany: true,"
                    + " readWriteMany: true}");

    assertThat(workload.attachment("PersistentVolumeClaim/mine").lifetime())
        .isEqualTo(Lifetime.WHILE_ACTIVE);
    var claim = json(workload.object("PersistentVolumeClaim/mine"));
    assertThat(claim.at("/metadata/ownerReferences/0/uid").asText()).isEqualTo("U");
    assertThat(claim.at("/spec/accessModes"))
        .isEqualTo(Project.tree("[ReadOnlyMany, ReadWriteMany]"));
  }

  @Test
  void is_used_as_it_is_and_stays_where_somebody_else_has_made_it() {
    var scratch =
        workload("job").item("pvcs", "a", "{path: /a, size: 1Gi, claimName: c, ephemeral: true}");
    var foreign = scratch.in(new Project().withObject("PersistentVolumeClaim", "c", "another"));
    var own = scratch.in(new Project().with(scratch.object("PersistentVolumeClaim/c")));

    assertThat(foreign.attachment("PersistentVolumeClaim/c").lifetime())
        .isEqualTo(Lifetime.OUTLIVES_JOB);
    assertThat(foreign.remarks())
        .containsExactly(
            "Unwise pvcs.a.ephemeral: has no effect: somebody else has made the claim c, which is"
                + " used as it is and stays");
    assertThat(own.attachment("PersistentVolumeClaim/c").lifetime())
        .isEqualTo(Lifetime.WHILE_ACTIVE);
    assertThat(own.remarks()).isEmpty();
  }

  @Test
  void is_not_used_where_it_is_on_its_way_out() {
    var scratch =
        workload("job").item("pvcs", "a", "{path: /a, size: 1Gi, claimName: c, ephemeral: true}");
    var leaving = scratch.object("PersistentVolumeClaim/c");
    leaving.getMetadata().setOwnerReferences(List.of());
    leaving.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
    var left = scratch.object("PersistentVolumeClaim/c");
    left.getMetadata().getOwnerReferences().getFirst().setUid("of the one before");

    for (var claim : List.of(leaving, left)) {
      assertThat(
              scratch
                  .in(new Project().with(claim))
                  .attachment("PersistentVolumeClaim/c")
                  .lifetime())
          .isEqualTo(Lifetime.WHILE_ACTIVE);
    }
  }

  @Test
  void is_only_used_where_it_exists() {
    var workload =
        workload("job").item("pvcs", "a", "{path: /data, existingPvc: true, claimName: old}");

    assertThat(workload.attachments()).isEmpty();
    assertThat(spec(workload).at("/volumes/0/persistentVolumeClaim/claimName").asText())
        .isEqualTo("old");
  }

  @Test
  void is_a_device_where_it_has_no_files() {
    var main =
        spec(workload("job").item("pvcs", "a", "{path: /dev/xvda, size: 1Gi, volumeMode: Block}"))
            .at("/containers/0");

    assertThat(main.path("volumeDevices"))
        .isEqualTo(Project.tree("[{name: pvc-volume-0, devicePath: /dev/xvda}]"));
    assertThat(main.has("volumeMounts")).isFalse();
  }

  @Test
  void comes_from_many_places() {
    var spec =
        spec(
            workload("job")
                .item("nfs", "a", "{nfsServer: s, sourcePath: /exp, targetPath: /nfs}")
                .item("volumes", "a", "{sourcePath: /host, targetPath: /h}")
                .item("volumes", "b", "{sourcePath: /e, targetPath: /n, nfsServer: t}")
                .item("configMapVolumes", "a", "{name: cm, mountPath: /cm}")
                .item("secretVolumes", "a", "{name: sec, mountPath: /sec}")
                .item("emptyDirVolumes", "a", "{path: /tmp/x}")
                .value("mountPropagation", "true"));

    assertThat(spec.path("volumes"))
        .isEqualTo(
            Project.tree(
                """
                - {name: nfs-volume-0, nfs: {server: s, path: /exp}}
                - {name: host-path-volume-0, hostPath: {path: /host}}
                - {name: nfs-volume-1, nfs: {server: t, path: /e}}
                - {name: configmap-volume-0, configMap: {name: cm}}
                - {name: secret-volume-0, secret: {secretName: sec}}
                - {name: empty-dir-volume-0, emptyDir: {}}
                """));
    assertThat(spec.at("/containers/0/volumeMounts"))
        .hasSize(6)
        .allMatch(mount -> mount.path("mountPropagation").asText().equals("HostToContainer"));
    assertThat(spec.at("/containers/0/volumeMounts/2/mountPath").asText()).isEqualTo("/n");
  }

  @Test
  void is_filled_from_a_repository_first() {
    var workload =
        workload("job")
            .item(
                "gitSync",
                "a",
                "{repository: 'https://git/x.git', directory: /src, branch: main, rev: v1,"
                    + " username: ada, password: hunter2}");

    assertThat(spec(workload).at("/initContainers/0"))
        .isEqualTo(
            Project.tree(
                """
                name: git-sync-0
                image: registry.k8s.io/git-sync/git-sync:v4.4.0
                env:
                - {name: GIT_SYNC_REPO, value: "https://git/x.git"}
                - {name: GIT_SYNC_REV, value: v1}
                - {name: GIT_SYNC_ROOT, value: /code}
                - {name: GIT_SYNC_ONE_TIME, value: "true"}
                - {name: GIT_SYNC_USERNAME, value: ada}
                - name: GIT_SYNC_PASSWORD
                  valueFrom: {secretKeyRef: {name: job-credentials, key: git-sync-0-password}}
                volumeMounts:
                - {name: code-sync-0, mountPath: /code}
                """));
    assertThat(spec(workload).at("/containers/0/volumeMounts"))
        .isEqualTo(Project.tree("[{name: code-sync-0, mountPath: /src}]"));
    assertThat(workload.pod().toString()).doesNotContain("hunter2");
  }

  @Test
  void keeps_passwords_in_a_secret_of_its_own() {
    var workload =
        workload("job")
            .item("s3", "a", "{bucket: b, path: /s, key: id, secret: pw}")
            .item("gitSync", "a", "{repository: r, directory: /src, username: u, password: p}");

    var secret = workload.attachment("Secret/job-credentials");

    assertThat(secret.sync()).isEqualTo(Sync.CREATE_ONLY);
    assertThat(secret.lifetime()).isEqualTo(Lifetime.UNTIL_JOB_GONE);
    assertThat(secret.content())
        .isEqualTo(
            new Content.Literals(
                Map.of("git-sync-0-password", "p", "s3-0-key", "id", "s3-0-secret", "pw")));
    assertThat(secret.toString()).doesNotContain("=p,", "pw");
  }

  @Test
  void finds_passwords_in_a_secret_that_is_named() {
    var workload =
        workload("job")
            .item(
                "gitSync",
                "a",
                "{repository: r, directory: /src, secretName: git, password: token}")
            .item("s3", "a", "{bucket: b, path: /s, secretName: aws}");

    assertThat(workload.attachments()).isEmpty();
    var env = spec(workload).at("/initContainers/0/env").toString();
    assertThat(env)
        .contains("\"secretKeyRef\":{\"key\":\"User\",\"name\":\"git\"}")
        .contains("\"secretKeyRef\":{\"key\":\"token\",\"name\":\"git\"}");
    assertThat(spec(workload).at("/containers/1/env").toString())
        .contains("\"secretKeyRef\":{\"key\":\"AccessKeyId\",\"name\":\"aws\"}")
        .contains("\"secretKeyRef\":{\"key\":\"SecretKey\",\"name\":\"aws\"}");
  }

  @Test
  void is_a_bucket_that_a_container_beside_mounts() {
    var workload = workload("job").item("s3", "a", "{bucket: b, path: /s}");

    assertThat(spec(workload).at("/containers/1"))
        .isEqualTo(
            Project.tree(
                """
                name: s3-0
                image: runai.jfrog.io/op-containers-prod/goofys:3.12.24
                securityContext: {privileged: true}
                env:
                - {name: BUCKET, value: b}
                - {name: ENDPOINT, value: "https://s3.amazonaws.com"}
                - {name: MOUNT_PATH, value: /s3}
                volumeMounts:
                - {name: s3-volume-0, mountPath: /s3, mountPropagation: Bidirectional}
                """));
    assertThat(spec(workload).at("/containers/0/volumeMounts"))
        .isEqualTo(
            Project.tree(
                "[{name: s3-volume-0, mountPath: /s, mountPropagation: HostToContainer}]"));
  }

  private static JsonNode spec(WorkloadMaker workload) {
    return json(workload.pod()).path("spec");
  }

  private static JsonNode json(Object object) {
    return Project.tree(Json.tree(object).toString());
  }
}
