package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Attached;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What people have written into a workload and nobody else should read. It is kept in a Secret of
/// the job, to which pods refer.
record Passwords(Workload workload) {

  private static final String SECRET_NAME = "secretName";

  static String secret(String job) {
    return job + "-credentials";
  }

  /// Where a member of an item is found: in the Secret that the item names, under the key that the
  /// member then is, or in ours. Nothing where the item has neither.
  Optional<EnvVarSource> source(Effective item, String member, String usualKey, String container) {
    return item.text(SECRET_NAME)
        .map(named -> Environment.secret(named, item.text(member).orElse(usualKey)))
        .or(
            () ->
                item.text(member)
                    .map(
                        _ ->
                            Environment.secret(secret(workload.name()), entry(container, member))));
  }

  private static String entry(String container, String member) {
    return "%s-%s".formatted(container, member);
  }

  /// The Secret with those entries, made once.
  Attachment attachment(Map<String, String> entries) {
    return new Attachment(
        Attached.SECRETS.apiVersion(),
        Attached.SECRETS.kind(),
        secret(workload.name()),
        new Marks(workload).ofJob(),
        new Content.Literals(entries),
        Lifetime.UNTIL_JOB_GONE,
        Sync.CREATE_ONLY);
  }

  Map<String, String> entries() {
    var entries = new TreeMap<String, String>();
    for (var secret : Credentials.of(workload.values())) {
      entries.put(entry(container(secret.field(), secret.key()), secret.member()), secret.value());
    }
    return entries;
  }

  /// The container that needs what an item of a field says.
  private String container(String field, String key) {
    int n = List.copyOf(workload.values().items(field).keySet()).indexOf(key);
    return field.equals("s3") ? Bucket.name(n) : Repository.name(n);
  }
}
