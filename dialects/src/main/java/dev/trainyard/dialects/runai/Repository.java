package dev.trainyard.dialects.runai;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import java.util.ArrayList;
import java.util.List;

/// A repository that is fetched before the main container starts. Its files are in a folder of the
/// repository's name.
record Repository(Workload workload, int index, Effective item) {

  private static final String ROOT = "/code";

  static String name(int index) {
    return "git-sync-%d".formatted(index);
  }

  String volume() {
    return "code-sync-%d".formatted(index);
  }

  Container container() {
    return new ContainerBuilder()
        .withName(name(index))
        .withImage(item.text("image").orElse(workload.ours().gitSyncImage()))
        .withEnv(env())
        .addNewVolumeMount()
        .withName(volume())
        .withMountPath(ROOT)
        .endVolumeMount()
        .build();
  }

  private List<EnvVar> env() {
    var env = new ArrayList<EnvVar>();
    env.add(Bucket.plain("GIT_SYNC_REPO", item.text("repository").orElse("")));
    item.text("rev")
        .map(rev -> Bucket.plain("GIT_SYNC_REV", rev))
        .or(() -> item.text("branch").map(branch -> Bucket.plain("GIT_SYNC_BRANCH", branch)))
        .ifPresent(env::add);
    env.add(Bucket.plain("GIT_SYNC_ROOT", ROOT));
    env.add(Bucket.plain("GIT_SYNC_ONE_TIME", "true"));
    if (item.text("secretName").isPresent()) {
      secret("GIT_SYNC_USERNAME", "username", "User", env);
    } else {
      item.text("username").ifPresent(user -> env.add(Bucket.plain("GIT_SYNC_USERNAME", user)));
    }
    secret("GIT_SYNC_PASSWORD", "password", "Password", env);
    return env;
  }

  private void secret(String variable, String member, String usualKey, List<EnvVar> env) {
    new Passwords(workload)
        .source(item, member, usualKey, name(index))
        .ifPresent(
            source ->
                env.add(new EnvVarBuilder().withName(variable).withValueFrom(source).build()));
  }
}
