package dev.trainyard.dialects.mpi;

import dev.trainyard.dialects.Attached;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.HostLine;
import dev.trainyard.engine.model.Attachment.KeyKind;
import dev.trainyard.engine.model.Attachment.Roster;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What mpirun needs to reach its hosts: who they are, and the keys to them.
///
/// @param clusterDomain what the names of hosts end with, if they are to have it
record Equipment(Layout job, Optional<String> clusterDomain) {

  static final String HOSTS_PATH = "/etc/mpi";
  static final String HOSTFILE = HOSTS_PATH + "/hostfile";

  static final String HOSTS_VOLUME = "mpi-job-config";
  static final String KEYS_VOLUME = "ssh-auth";

  private static final String SCRIPT = "discover_hosts.sh";
  private static final String PRIVATE_KEY = "ssh-privatekey";
  private static final String PUBLIC_KEY = "ssh-publickey";

  private static final int READABLE = 0444;
  private static final int EXECUTABLE = 0555;

  /// Only whoever it belongs to may read a private key, or ssh will not have it. Elsewhere it
  /// belongs to root all the same, and its user could not read it at all.
  private static final int OWNER_ONLY = 0600;

  List<Attachment> attachments() {
    return List.of(hosts(), keys());
  }

  /// Elastic launchers ask the script time and again who runs; the others read the file once.
  private Attachment hosts() {
    var implementation =
        Implementation.WORDS.meaning(job.implementation()).orElse(Implementation.OPEN_MPI);
    var slots = implementation.slots(job.slots());
    var domain = clusterDomain.map("."::concat).orElse("");
    var launcher = job.address(job.launcher()) + domain;
    var lines = new LinkedHashMap<String, HostLine>();
    lines.put(
        "hostfile",
        new HostLine(alsoLauncher(launcher + slots), "", domain + slots, true, Roster.EVERY_SLOT));
    lines.put(
        SCRIPT,
        new HostLine(
            "#!/bin/sh\n" + alsoLauncher("echo " + launcher),
            "echo ",
            domain,
            true,
            Roster.RUNNING));
    return new Attachment(
        Attached.CONFIG_MAPS.apiVersion(),
        Attached.CONFIG_MAPS.kind(),
        hostsName(),
        labels(),
        new Content.HostList(lines),
        Lifetime.UNTIL_JOB_GONE,
        Sync.FOLLOW);
  }

  private String alsoLauncher(String line) {
    return job.launcherWorks() ? line + "\n" : "";
  }

  private Attachment keys() {
    return new Attachment(
        Attached.SECRETS.apiVersion(),
        Attached.SECRETS.kind(),
        keysName(),
        labels(),
        new Content.KeyPair(
            KeyKind.ECDSA_P521,
            PRIVATE_KEY,
            Set.of(PUBLIC_KEY),
            Map.of(),
            "kubernetes.io/ssh-auth"),
        Lifetime.UNTIL_JOB_GONE,
        Sync.FOLLOW);
  }

  /// Those of every object of the job that is not a pod.
  Map<String, String> labels() {
    return Map.of("app", job.name());
  }

  private String hostsName() {
    return job.name() + "-config";
  }

  private String keysName() {
    return job.name() + "-ssh";
  }

  Volume keysVolume() {
    return new VolumeBuilder()
        .withName(KEYS_VOLUME)
        .withNewSecret()
        .withSecretName(keysName())
        .withDefaultMode(job.keysPath().equals(Layout.ROOTS_KEYS) ? OWNER_ONLY : null)
        .withItems(
            item(PRIVATE_KEY, "id_rsa", null),
            item(PUBLIC_KEY, "id_rsa.pub", null),
            item(PUBLIC_KEY, "authorized_keys", null))
        .endSecret()
        .build();
  }

  VolumeMount keysMount() {
    return new VolumeMountBuilder().withName(KEYS_VOLUME).withMountPath(job.keysPath()).build();
  }

  Volume hostsVolume() {
    return new VolumeBuilder()
        .withName(HOSTS_VOLUME)
        .withNewConfigMap()
        .withName(hostsName())
        .withItems(item("hostfile", "hostfile", READABLE), item(SCRIPT, SCRIPT, EXECUTABLE))
        .endConfigMap()
        .build();
  }

  VolumeMount hostsMount() {
    return new VolumeMountBuilder().withName(HOSTS_VOLUME).withMountPath(HOSTS_PATH).build();
  }

  private static KeyToPath item(String key, String path, @Nullable Integer mode) {
    return new KeyToPath(key, mode, path);
  }
}
