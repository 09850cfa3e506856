package dev.trainyard.dialects.tensorstack;

import dev.trainyard.dialects.Attached;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.HostLine;
import dev.trainyard.engine.model.Attachment.KeyKind;
import dev.trainyard.engine.model.Attachment.Roster;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What the workers of a DeepSpeedJob find in their containers: who the hosts are, the keys to
/// them, and the environment that ssh leaves behind.
///
/// @param handsEnvOn whether the training processes have the variables of their container
record DeepSpeedEquipment(Layout job, DeepSpeed launcher, boolean handsEnvOn) {

  static final Set<String> RESERVED_PATHS =
      Set.of("/root/.ssh", DeepSpeed.HOSTFILE, "/root/.deepspeed_env");

  private static final String SSH_CONFIG =
      """
      Host *
        StrictHostKeyChecking no
        UserKnownHostsFile /dev/null
        LogLevel ERROR
      """;

  /// Only whoever it belongs to may read a private key, or ssh will not have it.
  private static final int OWNER_ONLY = 0600;

  List<Attachment> attachments() {
    var attachments = new ArrayList<Attachment>();
    attachments.add(hosts());
    if (launcher.transport() == Transport.SSH) {
      attachments.add(keys());
      environment().ifPresent(attachments::add);
    }
    return attachments;
  }

  private Attachment hosts() {
    boolean elastic = job.elastic().isPresent();
    return switch (launcher.transport()) {
      case SSH ->
          new Attachment(
              Attached.CONFIG_MAPS.apiVersion(),
              Attached.CONFIG_MAPS.kind(),
              hostsName(),
              new Content.HostList(
                  Map.of(
                      "hostfile", line(elastic ? Roster.RUNNING_ONCE_SETTLED : Roster.EVERY_SLOT))),
              Lifetime.UNTIL_JOB_GONE,
              elastic ? Sync.FOLLOW_AND_RESTART_LEAD : Sync.CREATE_ONLY);
      case NO_SSH ->
          Attached.configMap(hostsName(), Map.of("hostfile", everyHost()), Lifetime.UNTIL_JOB_GONE);
    };
  }

  private HostLine line(Roster roster) {
    return new HostLine("", "", " slots=" + launcher.slots(), false, roster);
  }

  /// Whoever may ever be there: a worker must find its own index among the hosts.
  private String everyHost() {
    return IntStream.range(0, job.largest().getOrDefault(DeepSpeed.WORKER, 0))
        .mapToObj(
            index ->
                "%s slots=%d\n".formatted(job.podName(DeepSpeed.WORKER, index), launcher.slots()))
        .collect(Collectors.joining());
  }

  private Attachment keys() {
    return secret(
        keysName(),
        new Content.KeyPair(
            KeyKind.RSA,
            "id_rsa",
            Set.of("id_rsa.pub", "authorized_keys"),
            Map.of("config", SSH_CONFIG)));
  }

  /// None where there is nothing to hand on.
  private Optional<Attachment> environment() {
    var from =
        training()
            .map(Container::getEnvFrom)
            .<List<EnvFromSource>>map(List::copyOf)
            .orElse(List.of());
    var env = training().map(Container::getEnv).<List<EnvVar>>map(List::copyOf).orElse(List.of());
    boolean any = !from.isEmpty() || env.stream().anyMatch(DeepSpeedEquipment::isKnown);
    return handsEnvOn && any
        ? Optional.of(secret(envName(), new Content.EnvFile("deepspeed_env", from, env)))
        : Optional.empty();
  }

  /// What depends on the pod or its node is known to them alone, and the file has one line for
  /// each.
  private static boolean isKnown(EnvVar variable) {
    var source = variable.getValueFrom();
    return source == null
        ? variable.getValue() == null || !variable.getValue().contains("\n")
        : source.getFieldRef() == null && source.getResourceFieldRef() == null;
  }

  /// The variables of a job that has no others, and therefore no file whose making would tell.
  static List<String> allWithheld(Optional<Container> training) {
    var from = training.map(Container::getEnvFrom).orElse(List.of());
    var env = training.map(Container::getEnv).orElse(List.of());
    return from.isEmpty() && env.stream().noneMatch(DeepSpeedEquipment::isKnown)
        ? env.stream().map(EnvVar::getName).distinct().toList()
        : List.of();
  }

  private static Attachment secret(String name, Content content) {
    return new Attachment(
        Attached.SECRETS.apiVersion(),
        Attached.SECRETS.kind(),
        name,
        content,
        Lifetime.UNTIL_JOB_GONE,
        Sync.CREATE_ONLY);
  }

  private Optional<Container> training() {
    return job.types().getFirst().trainingContainer();
  }

  private String hostsName() {
    return job.base() + "-hostfile";
  }

  private String keysName() {
    return job.base() + "-ssh";
  }

  private String envName() {
    return job.base() + "-env";
  }

  PodTemplateSpec equipped(ReplicaType type) {
    var name = type.trainingContainer().map(Container::getName).orElse("");
    var template = new PodTemplateSpecBuilder(type.template()).build();
    template.getSpec().getVolumes().addAll(volumes());
    template.getSpec().getContainers().stream()
        .filter(container -> name.equals(container.getName()))
        .forEach(container -> container.getVolumeMounts().addAll(mounts()));
    return template;
  }

  private List<Volume> volumes() {
    var volumes = new ArrayList<Volume>();
    volumes.add(
        new VolumeBuilder()
            .withName("t9k-hostfile")
            .withNewConfigMap()
            .withName(hostsName())
            .endConfigMap()
            .build());
    if (launcher.transport() == Transport.SSH) {
      volumes.add(
          new VolumeBuilder()
              .withName("t9k-ssh")
              .withNewSecret()
              .withSecretName(keysName())
              .withDefaultMode(OWNER_ONLY)
              .endSecret()
              .build());
      environment()
          .ifPresent(
              _ ->
                  volumes.add(
                      new VolumeBuilder()
                          .withName("t9k-ds-env")
                          .withNewSecret()
                          .withSecretName(envName())
                          .endSecret()
                          .build()));
    }
    return volumes;
  }

  private List<VolumeMount> mounts() {
    var mounts = new ArrayList<VolumeMount>();
    mounts.add(file("t9k-hostfile", DeepSpeed.HOSTFILE, "hostfile"));
    if (launcher.transport() == Transport.SSH) {
      mounts.add(new VolumeMountBuilder().withName("t9k-ssh").withMountPath("/root/.ssh").build());
      environment()
          .ifPresent(_ -> mounts.add(file("t9k-ds-env", "/root/.deepspeed_env", "deepspeed_env")));
    }
    return mounts;
  }

  private static VolumeMount file(String volume, String path, String key) {
    return new VolumeMountBuilder().withName(volume).withMountPath(path).withSubPath(key).build();
  }
}
