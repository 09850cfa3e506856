package dev.trainyard.yard.node.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Who a program runs as, and what it may do that ordinary programs may not.
///
/// Root in a container is not root of the machine: without the right to mount and to trace it can
/// neither uncover what its view hides nor look into the yard's own processes.
///
/// @param user who the program runs as, where that is not the node's own user
/// @param capabilities what root may do there, in small letters and without `cap_`; nothing for all
///   that the node itself may do
/// @param mayGain whether programs that belong to root, such as `sudo`, give more rights
public record Rights(Optional<User> user, Optional<Set<String>> capabilities, boolean mayGain) {

  /// What container runtimes leave to root, but for making device files: no list of allowed devices
  /// stands behind us.
  public static final Set<String> USUAL =
      Set.of(
          "audit_write",
          "chown",
          "dac_override",
          "fowner",
          "fsetid",
          "kill",
          "net_bind_service",
          "net_raw",
          "setfcap",
          "setgid",
          "setpcap",
          "setuid",
          "sys_chroot");

  /// Every one that the kernel knows.
  public static final Set<String> KNOWN =
      Set.of(
          "audit_control",
          "audit_read",
          "audit_write",
          "block_suspend",
          "bpf",
          "checkpoint_restore",
          "chown",
          "dac_override",
          "dac_read_search",
          "fowner",
          "fsetid",
          "ipc_lock",
          "ipc_owner",
          "kill",
          "lease",
          "linux_immutable",
          "mac_admin",
          "mac_override",
          "mknod",
          "net_admin",
          "net_bind_service",
          "net_broadcast",
          "net_raw",
          "perfmon",
          "setfcap",
          "setgid",
          "setpcap",
          "setuid",
          "sys_admin",
          "sys_boot",
          "sys_chroot",
          "sys_module",
          "sys_nice",
          "sys_pacct",
          "sys_ptrace",
          "sys_rawio",
          "sys_resource",
          "sys_time",
          "sys_tty_config",
          "syslog",
          "wake_alarm");

  public Rights {
    capabilities = capabilities.map(Set::copyOf);
  }

  public record User(long uid, long gid, List<Long> groups) {
    public User {
      groups = List.copyOf(groups);
    }
  }

  public static Rights usual(Optional<User> user) {
    return new Rights(user, Optional.of(USUAL), true);
  }

  /// The options of `setpriv` by which root gives up what the program is not to have.
  List<String> options() {
    var options = new ArrayList<String>();
    user.ifPresent(it -> options.addAll(identity(it.uid, it.gid, groups(it))));
    capabilities.ifPresent(kept -> options.addAll(keeping(kept)));
    options.addAll(optionsOfAnyone());
    return options;
  }

  /// The same for a node that is not root: it has nothing else to give up.
  List<String> optionsOfAnyone() {
    return mayGain ? List.of() : List.of("--no-new-privs");
  }

  private static String groups(User user) {
    return user.groups.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /// The options of `setpriv` that make root somebody else.
  ///
  /// @param groups numbers with commas between them
  public static List<String> identity(long uid, long gid, String groups) {
    return List.of(
        "--reuid=" + uid,
        "--regid=" + gid,
        groups.isEmpty() ? "--clear-groups" : "--groups=" + groups);
  }

  /// The bounding set is all that root gets back when it starts another program.
  public static List<String> keeping(Set<String> capabilities) {
    var set = new TreeSet<>(capabilities).stream().map(",+"::concat).collect(Collectors.joining());
    return List.of("--bounding-set=-all" + set, "--inh-caps=-all");
  }
}
