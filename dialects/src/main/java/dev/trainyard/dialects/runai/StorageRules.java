package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.pods.Names;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What is mounted into the container.
final class StorageRules {

  private static final List<String> VOLUME_MODES = List.of("Filesystem", "Block");
  private static final String SHARED_MEMORY = "/dev/shm";
  private static final String HOME = "/home/runai-home";

  /// The members that say where in the container something is, by field.
  private static final Map<String, String> TARGETS = targets();

  static void each(Findings findings) {
    TARGETS.forEach(
        (field, member) ->
            findings.eachItem(
                field,
                (key, item) ->
                    findings.absolute(Paths.member(field, key, member), item.text(member))));
    for (var field : List.of("nfs", "volumes")) {
      findings.eachItem(
          field,
          (key, item) ->
              findings.absolute(Paths.member(field, key, "sourcePath"), item.text("sourcePath")));
    }
    findings.eachItem("pvcs", (key, item) -> claim(key, item, findings));
    findings.eachItem("s3", (key, item) -> bucket(key, item, findings));
    findings.eachItem("gitSync", (key, item) -> repository(key, item, findings));
    for (var field : List.of("configMapVolumes", "secretVolumes")) {
      findings.eachItem(field, (key, item) -> reference(field, key, "name", item, findings));
    }
  }

  static void together(Findings findings) {
    var values = findings.values();
    var taken = new HashSet<String>();
    if (values.isOn("largeShm")) {
      taken.add(SHARED_MEMORY);
    }
    if (values.flag("createHomeDir").orElse(values.isOn("runAsUser"))) {
      taken.add(HOME);
    }
    TARGETS.forEach(
        (field, member) ->
            values
                .items(field)
                .values()
                .forEach(item -> item.text(member).ifPresent(path -> take(path, taken, findings))));
  }

  private static void take(String path, Set<String> taken, Findings findings) {
    var bare =
        path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    if (!bare.isEmpty() && !taken.add(bare)) {
      findings.say(Paths.field("volumes"), "duplicate mount path " + bare);
    }
  }

  private static void claim(String key, Effective item, Findings findings) {
    boolean existing = item.isOn("existingPvc");
    findings.sayIf(
        existing && item.text("claimName").orElse("").isEmpty(),
        Paths.member("pvcs", key, "claimName"),
        "is required with existingPvc");
    findings.sayIf(
        !existing && !item.has("size"),
        Paths.member("pvcs", key, "size"),
        "is required unless existingPvc is true");
    findings.positive(Paths.member("pvcs", key, "size"), item.amount("size"));
    findings.word(Paths.member("pvcs", key, "volumeMode"), item.text("volumeMode"), VOLUME_MODES);
    reference("pvcs", key, "claimName", item, findings);
  }

  /// Half of the credentials are none. With a secret they have names by default.
  private static void bucket(String key, Effective item, Findings findings) {
    reference("s3", key, Credentials.SECRET_NAME, item, findings);
    if (!item.has(Credentials.SECRET_NAME)) {
      both("s3", key, "key", "secret", item, findings);
      both("s3", key, "secret", "key", item, findings);
    }
  }

  private static void repository(String key, Effective item, Findings findings) {
    reference("gitSync", key, Credentials.SECRET_NAME, item, findings);
    if (!item.has(Credentials.SECRET_NAME)) {
      both("gitSync", key, "username", "password", item, findings);
    }
  }

  private static void both(
      String field, String key, String one, String other, Effective item, Findings findings) {
    findings.sayIf(
        item.has(one) && !item.has(other),
        Paths.member(field, key, other),
        "is required with " + one);
  }

  private static void reference(
      String field, String key, String member, Effective item, Findings findings) {
    item.text(member)
        .filter(name -> !name.isEmpty())
        .ifPresent(name -> findings.add(Names.reference(Paths.member(field, key, member), name)));
  }

  private static Map<String, String> targets() {
    var targets = new LinkedHashMap<String, String>();
    targets.put("pvcs", "path");
    targets.put("nfs", "targetPath");
    targets.put("volumes", "targetPath");
    targets.put("s3", "path");
    targets.put("gitSync", "directory");
    targets.put("configMapVolumes", "mountPath");
    targets.put("secretVolumes", "mountPath");
    targets.put("emptyDirVolumes", "path");
    return targets;
  }

  private StorageRules() {}
}
