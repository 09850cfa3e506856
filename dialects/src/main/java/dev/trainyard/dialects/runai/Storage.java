package dev.trainyard.dialects.runai;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeDevice;
import io.fabric8.kubernetes.api.model.VolumeDeviceBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// The volumes of a pod, where its main container finds them, and the containers that fill them.
final class Storage {

  static final String INTO_CONTAINER = "HostToContainer";

  private static final String SHARED_MEMORY = "/dev/shm";

  private final Workload workload;
  private final Effective values;
  private final List<Volume> volumes = new ArrayList<>();
  private final List<VolumeMount> mounts = new ArrayList<>();
  private final List<VolumeDevice> devices = new ArrayList<>();
  private final List<Container> first = new ArrayList<>();
  private final List<Container> beside = new ArrayList<>();

  private Storage(Workload workload) {
    this.workload = workload;
    this.values = workload.values();
  }

  static Storage of(Workload workload) {
    var storage = new Storage(workload);
    storage.claims();
    storage.networkFolders();
    storage.named("configMapVolumes", "configmap-volume");
    storage.named("secretVolumes", "secret-volume");
    storage.empties();
    storage.buckets();
    storage.repositories();
    storage.own();
    return storage;
  }

  List<Volume> volumes() {
    return volumes;
  }

  List<VolumeMount> mounts() {
    return values.isOn("mountPropagation")
        ? mounts.stream()
            .map(
                mount -> new VolumeMountBuilder(mount).withMountPropagation(INTO_CONTAINER).build())
            .toList()
        : mounts;
  }

  List<VolumeDevice> devices() {
    return devices;
  }

  /// Those that run before the main container.
  List<Container> first() {
    return first;
  }

  /// Those that run beside it, and end with it.
  List<Container> beside() {
    return beside;
  }

  private void claims() {
    for (var claim : StorageClaims.of(workload)) {
      var name = claim.volume();
      volumes.add(
          new VolumeBuilder()
              .withName(name)
              .withNewPersistentVolumeClaim()
              .withClaimName(claim.name())
              .withReadOnly(Security.on(claim.item().isOn("readOnly")))
              .endPersistentVolumeClaim()
              .build());
      if (claim.isBlock()) {
        devices.add(
            new VolumeDeviceBuilder()
                .withName(name)
                .withDevicePath(claim.item().text("path").orElse(""))
                .build());
      } else {
        mount(name, claim.item(), "path");
      }
    }
  }

  private void networkFolders() {
    int n = 0;
    for (var item : values.items("nfs").values()) {
      nfs(n++, item);
    }
    int own = 0;
    for (var item : values.items("volumes").values()) {
      if (item.text("nfsServer").isPresent()) {
        nfs(n++, item);
      } else {
        var name = "host-path-volume-%d".formatted(own);
        add(
            name,
            volume ->
                volume
                    .withNewHostPath()
                    .withPath(item.text("sourcePath").orElse(""))
                    .endHostPath());
        mount(name, item, "targetPath");
      }
      own++;
    }
  }

  private void nfs(int n, Effective item) {
    var name = "nfs-volume-%d".formatted(n);
    add(
        name,
        volume ->
            volume
                .withNewNfs()
                .withServer(item.text("nfsServer").orElse(""))
                .withPath(item.text("sourcePath").orElse(""))
                .withReadOnly(Security.on(item.isOn("readOnly")))
                .endNfs());
    mount(name, item, "targetPath");
  }

  /// Volumes with the entries of an object that is there already.
  private void named(String field, String volumeName) {
    int n = 0;
    for (var item : values.items(field).values()) {
      var name = "%s-%d".formatted(volumeName, n++);
      var source = item.text("name").orElse("");
      add(
          name,
          volume ->
              field.equals("secretVolumes")
                  ? volume.withNewSecret().withSecretName(source).endSecret()
                  : volume.withNewConfigMap().withName(source).endConfigMap());
      mount(name, item, "mountPath");
    }
  }

  private void empties() {
    int n = 0;
    for (var item : values.items("emptyDirVolumes").values()) {
      var name = "empty-dir-volume-%d".formatted(n++);
      empty(name);
      mount(name, item, "path");
    }
  }

  private void buckets() {
    int n = 0;
    for (var item : values.items("s3").values()) {
      var bucket = new Bucket(workload, n++, item);
      empty(bucket.volume());
      mounts.add(
          new VolumeMountBuilder()
              .withName(bucket.volume())
              .withMountPath(item.text("path").orElse(""))
              .withMountPropagation(INTO_CONTAINER)
              .build());
      beside.add(bucket.container());
    }
  }

  private void repositories() {
    int n = 0;
    for (var item : values.items("gitSync").values()) {
      var repository = new Repository(workload, n++, item);
      empty(repository.volume());
      mount(repository.volume(), item, "directory");
      first.add(repository.container());
    }
  }

  private void own() {
    if (workload.hasHome()) {
      empty("user-data");
      mount("user-data", Environment.HOME, false);
    }
    if (values.isOn("largeShm")) {
      add("dshm", volume -> volume.withNewEmptyDir().withMedium("Memory").endEmptyDir());
      mount("dshm", SHARED_MEMORY, false);
    }
  }

  private void add(String name, UnaryOperator<VolumeBuilder> content) {
    volumes.add(content.apply(new VolumeBuilder().withName(name)).build());
  }

  private void empty(String name) {
    add(name, volume -> volume.withNewEmptyDir().endEmptyDir());
  }

  private void mount(String name, Effective item, String member) {
    mount(name, item.text(member).orElse(""), item.isOn("readOnly"));
  }

  private void mount(String name, String path, boolean readOnly) {
    mounts.add(
        new VolumeMountBuilder()
            .withName(name)
            .withMountPath(path)
            .withReadOnly(Security.on(readOnly))
            .build());
  }
}
