package dev.trainyard.yard.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/// An init container that fetches a repository once with the git-sync image, which this machine
/// does not have. `git` itself does the same here and leaves the same behind: a link called after
/// the repository that leads to its files.
final class GitSync {

  private static final String IMAGE = "git-sync";
  private static final String REPOSITORY = "GIT_SYNC_REPO";

  /// Fixed text; what varies arrives as variables. Credentials stay variables to the end: git asks
  /// for them through a helper that reads them from its environment.
  private static final String FETCH =
      """
      set -eu
      command -v git >/dev/null || {
        echo 'git is not installed on this machine, so nothing can be fetched: install git.' >&2
        exit 127
      }
      root=${GIT_SYNC_ROOT:?is needed, the directory to put the repository in}
      name=${GIT_SYNC_REPO%/}
      name=${name##*[/:]}
      name=${name%.git}
      export GIT_TERMINAL_PROMPT=0
      if [ -n "${GIT_SYNC_PASSWORD:-}" ]; then
        export GIT_CONFIG_COUNT=2
        export GIT_CONFIG_KEY_0=credential.helper GIT_CONFIG_VALUE_0=
        export GIT_CONFIG_KEY_1=credential.helper
        export GIT_CONFIG_VALUE_1='!answer() {
          [ "$1" != get ] ||
            printf "username=%s\\\\npassword=%s\\\\n" "${GIT_SYNC_USERNAME:-}" "$GIT_SYNC_PASSWORD"
        }; answer'
      fi
      mkdir -p "$root/.worktrees"
      cd "$root"
      rm -rf .worktrees/fetched
      git clone --quiet --no-checkout -- "$GIT_SYNC_REPO" .worktrees/fetched
      commit() { git -C .worktrees/fetched rev-parse --quiet --verify "$1^{commit}"; }
      wanted=${GIT_SYNC_REV:-${GIT_SYNC_BRANCH:-}}
      if [ -z "$wanted" ]; then
        found=$(commit HEAD) || { echo "$name has no commit yet." >&2; exit 1; }
      elif ! found=$(commit "refs/remotes/origin/$wanted" || commit "$wanted"); then
        git -C .worktrees/fetched fetch --quiet origin "$wanted"
        found=$(commit FETCH_HEAD)
      fi
      git -C .worktrees/fetched checkout --quiet --detach "$found"
      git -C .worktrees/fetched submodule --quiet update --init --recursive
      [ -e ".worktrees/$found" ] || mv .worktrees/fetched ".worktrees/$found"
      rm -rf .worktrees/fetched
      ln -sfn ".worktrees/$found" "$name"
      echo "$name is at $found."
      """;

  static Optional<Arrangement> of(Pod pod, Container container) {
    var known =
        pod.getSpec().getInitContainers().contains(container)
            && container.getName().matches("git-sync-\\d+")
            && Optional.ofNullable(container.getImage()).orElse("").contains(IMAGE)
            && container.getCommand().isEmpty()
            && container.getEnv().stream().map(EnvVar::getName).anyMatch(REPOSITORY::equals);
    return known
        ? Optional.of(Arrangement.running(List.of("/bin/sh", "-c", FETCH, IMAGE)))
        : Optional.empty();
  }

  private GitSync() {}
}
