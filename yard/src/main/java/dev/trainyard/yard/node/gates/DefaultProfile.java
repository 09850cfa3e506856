package dev.trainyard.yard.node.gates;

import static dev.trainyard.yard.node.gates.Instruction.JUMP_IF_ANY_BIT;
import static dev.trainyard.yard.node.gates.Instruction.JUMP_IF_EQUAL;
import static dev.trainyard.yard.node.gates.Instruction.JUMP_IF_GREATER;
import static dev.trainyard.yard.node.gates.Instruction.answer;
import static dev.trainyard.yard.node.gates.Instruction.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What container runtimes refuse to a container by default, as a filter for the kernel.
///
/// Runtimes list what they allow, some 350 calls; here stands what of the kernel's calls is missing
/// in their lists. Calls newer than this table are answered as by a kernel that does not have them,
/// and so are those of another architecture, such as a 32-bit program's.
final class DefaultProfile {

  static final int ALLOW = 0x7FFF0000;
  static final int REFUSE = 0x00050001;
  static final int UNKNOWN = 0x00050026;

  /// `struct seccomp_data`: the call's number, its architecture, then its arguments.
  private static final int NUMBER = 0;

  private static final int ARCHITECTURE = 4;
  private static final int FIRST_ARGUMENT = 16;

  /// `mseal`, of Linux 6.10.
  private static final int NEWEST = 462;

  /// A call, its number on amd64 and on arm64, and the capabilities with any of which it is
  /// allowed.
  private static final String REFUSED =
      """
      _sysctl                 156   -
      acct                    163  89 sys_pacct
      add_key                 248 217
      bpf                     321 280 sys_admin bpf
      chroot                  161  51 sys_chroot
      clock_settime           227 112 sys_time
      delete_module           176 106 sys_module
      fanotify_init           300 262 sys_admin
      finit_module            313 273 sys_module
      fsconfig                431 431 sys_admin
      fsmount                 432 432 sys_admin
      fsopen                  430 430 sys_admin
      fspick                  433 433 sys_admin
      get_mempolicy           239 236 sys_nice
      init_module             175 105 sys_module
      io_uring_enter          426 426
      io_uring_register       427 427
      io_uring_setup          425 425
      ioperm                  173   - sys_rawio
      iopl                    172   - sys_rawio
      kcmp                    312 272 sys_ptrace
      kexec_file_load         320 294
      kexec_load              246 104
      keyctl                  250 219
      lookup_dcookie          212  18 sys_admin
      mbind                   237 235 sys_nice
      migrate_pages           256 238
      mount                   165  40 sys_admin
      mount_setattr           442 442 sys_admin
      move_mount              429 429 sys_admin
      move_pages              279 239
      nfsservctl              180  42
      open_by_handle_at       304 265 dac_read_search
      open_tree               428 428 sys_admin
      perf_event_open         298 241 sys_admin perfmon
      pidfd_getfd             438 438 sys_ptrace
      pivot_root              155  41
      process_madvise         440 440 sys_ptrace
      quotactl                179  60 sys_admin
      quotactl_fd             443 443 sys_admin
      reboot                  169 142 sys_boot
      request_key             249 218
      set_mempolicy           238 237 sys_nice
      set_mempolicy_home_node 450 450 sys_nice
      setdomainname           171 162 sys_admin
      sethostname             170 161 sys_admin
      setns                   308 268 sys_admin
      settimeofday            164 170 sys_time
      swapoff                 168 225
      swapon                  167 224
      syslog                  103 116 sys_admin syslog
      sysfs                   139   -
      umount2                 166  39 sys_admin
      unshare                 272  97 sys_admin
      uselib                  134   -
      userfaultfd             323 282
      ustat                   136   -
      vhangup                 153  58 sys_tty_config
      """;

  private static final int CLONE_AMD64 = 56;
  private static final int CLONE_ARM64 = 220;
  private static final int CLONE3 = 435;
  private static final int PERSONALITY_AMD64 = 135;
  private static final int PERSONALITY_ARM64 = 92;
  private static final int SOCKET_AMD64 = 41;
  private static final int SOCKET_ARM64 = 198;

  /// Every `CLONE_NEW…` but that of time, which `clone` does not know.
  private static final int NEW_NAMESPACES = 0x7E020000;

  /// Sockets to the machine around a virtual one.
  private static final int AF_VSOCK = 40;

  /// Linux as it is, and with addresses or names of older ones; the last only asks.
  private static final List<Integer> PERSONALITIES = List.of(0, 8, 0x20000, 0x20008, -1);

  /// A row of the table.
  record Call(String name, Optional<Integer> amd64, Optional<Integer> arm64, Set<String> unless) {

    static Call parse(String row) {
      var words = List.of(row.split("\\s+"));
      return new Call(
          words.get(0),
          number(words.get(1)),
          number(words.get(2)),
          Set.copyOf(words.subList(3, words.size())));
    }

    private static Optional<Integer> number(String word) {
      return word.equals("-") ? Optional.empty() : Optional.of(Integer.valueOf(word));
    }

    Optional<Integer> on(Architecture architecture) {
      return switch (architecture) {
        case AMD64 -> amd64;
        case ARM64 -> arm64;
      };
    }
  }

  static List<Call> refused() {
    return REFUSED.lines().map(Call::parse).toList();
  }

  /// For containers on this kind of processor.
  ///
  /// @param capabilities what the container may do that ordinary programs may not, as `sys_admin`
  static List<Instruction> filter(Architecture architecture, Set<String> capabilities) {
    var steps = new ArrayList<Instruction>();
    steps.add(load(ARCHITECTURE));
    steps.add(new Instruction(JUMP_IF_EQUAL, 1, 0, architecture.audited()));
    steps.add(answer(UNKNOWN));
    steps.add(load(NUMBER));
    steps.add(new Instruction(JUMP_IF_GREATER, 0, 1, NEWEST));
    steps.add(answer(UNKNOWN));
    if (!capabilities.contains("sys_admin")) {
      when(steps, CLONE3, List.of(answer(UNKNOWN)));
      when(
          steps,
          on(architecture, CLONE_AMD64, CLONE_ARM64),
          List.of(
              load(FIRST_ARGUMENT),
              new Instruction(JUMP_IF_ANY_BIT, 0, 1, NEW_NAMESPACES),
              answer(REFUSE),
              answer(ALLOW)));
    }
    when(
        steps,
        on(architecture, SOCKET_AMD64, SOCKET_ARM64),
        List.of(
            load(FIRST_ARGUMENT),
            new Instruction(JUMP_IF_EQUAL, 0, 1, AF_VSOCK),
            answer(REFUSE),
            answer(ALLOW)));
    when(steps, on(architecture, PERSONALITY_AMD64, PERSONALITY_ARM64), personality());
    for (var call : refused()) {
      if (call.unless().stream().noneMatch(capabilities::contains)) {
        call.on(architecture).ifPresent(number -> when(steps, number, List.of(answer(REFUSE))));
      }
    }
    steps.add(answer(ALLOW));
    return steps;
  }

  private static List<Instruction> personality() {
    var steps = new ArrayList<Instruction>();
    steps.add(load(FIRST_ARGUMENT));
    for (var allowed : PERSONALITIES) {
      when(steps, allowed, List.of(answer(ALLOW)));
    }
    steps.add(answer(REFUSE));
    return steps;
  }

  /// What was loaded last is compared; the steps end with an answer.
  private static void when(List<Instruction> steps, int value, List<Instruction> then) {
    steps.add(new Instruction(JUMP_IF_EQUAL, 0, then.size(), value));
    steps.addAll(then);
  }

  private static int on(Architecture architecture, int amd64, int arm64) {
    return switch (architecture) {
      case AMD64 -> amd64;
      case ARM64 -> arm64;
    };
  }

  private DefaultProfile() {}
}
