package dev.trainyard.dialects.runai;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import java.util.ArrayList;
import java.util.List;

/// A bucket of an object store that a pod sees as a folder. A container beside the main one mounts
/// it.
record Bucket(Workload workload, int index, Effective item) {

  private static final String MOUNT_PATH = "/s3";
  private static final String ENDPOINT = "https://s3.amazonaws.com";

  static String name(int index) {
    return "s3-%d".formatted(index);
  }

  String volume() {
    return "s3-volume-%d".formatted(index);
  }

  Container container() {
    return new ContainerBuilder()
        .withName(name(index))
        .withImage(workload.ours().s3Image())
        .withEnv(env())
        .withNewSecurityContext()
        .withPrivileged(true)
        .endSecurityContext()
        .addNewVolumeMount()
        .withName(volume())
        .withMountPath(MOUNT_PATH)
        .withMountPropagation("Bidirectional")
        .endVolumeMount()
        .build();
  }

  private List<EnvVar> env() {
    var env = new ArrayList<EnvVar>();
    env.add(plain("BUCKET", item.text("bucket").orElse("")));
    env.add(plain("ENDPOINT", item.text("url").orElse(ENDPOINT)));
    env.add(plain("MOUNT_PATH", MOUNT_PATH));
    secret("AWS_ACCESS_KEY_ID", "key", "AccessKeyId", env);
    secret("AWS_SECRET_ACCESS_KEY", "secret", "SecretKey", env);
    return env;
  }

  private void secret(String variable, String member, String usualKey, List<EnvVar> env) {
    new Passwords(workload)
        .source(item, member, usualKey, name(index))
        .ifPresent(
            source ->
                env.add(new EnvVarBuilder().withName(variable).withValueFrom(source).build()));
  }

  static EnvVar plain(String name, String value) {
    return new EnvVarBuilder().withName(name).withValue(value).build();
  }
}
