package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/// Who the container runs as, and what it may do.
final class SecurityRules {

  private static final List<String> SECCOMP = List.of("RuntimeDefault", "Unconfined");
  private static final Pattern ID = Pattern.compile("[0-9]{1,10}");

  private static final List<String> CAPABILITIES =
      Arrays.asList(
          ("AUDIT_CONTROL AUDIT_READ AUDIT_WRITE BLOCK_SUSPEND CHOWN DAC_OVERRIDE DAC_READ_SEARCH"
                  + " FOWNER FSETID IPC_LOCK IPC_OWNER KILL LEASE LINUX_IMMUTABLE MAC_ADMIN"
                  + " MAC_OVERRIDE MKNOD NET_ADMIN NET_BIND_SERVICE NET_BROADCAST NET_RAW SETGID"
                  + " SETFCAP SETPCAP SETUID SYS_ADMIN SYS_BOOT SYS_CHROOT SYS_MODULE SYS_NICE"
                  + " SYS_PACCT SYS_PTRACE SYS_RAWIO SYS_RESOURCE SYS_TIME SYS_TTY_CONFIG SYSLOG"
                  + " WAKE_ALARM")
              .split(" ", -1));

  static void each(Findings findings) {
    var values = findings.values();
    findings.atLeast("runAsUid", 0);
    findings.atLeast("runAsGid", 0);
    for (var group : Lists.ids(values.text("supplementalGroups").orElse(""))) {
      findings.sayIf(
          !ID.matcher(group).matches(),
          Paths.scalar("supplementalGroups"),
          "must be integers separated by ';' or ',', found %s".formatted(Problem.quoted(group)));
    }
    findings.eachItem("capabilities", (key, item) -> capability(key, item, findings));
    if (values.text("seccompProfileType").filter("Localhost"::equals).isPresent()) {
      findings.scalar(
          "seccompProfileType", "Localhost is not supported; use RuntimeDefault or Unconfined");
    } else {
      findings.word(Paths.scalar("seccompProfileType"), values.text("seccompProfileType"), SECCOMP);
    }
  }

  /// Ids count only for those who run as somebody.
  static void together(Findings findings) {
    var values = findings.values();
    if (!values.isOn("runAsUser") || values.number("runAsUid").filter(uid -> uid == 0).isEmpty()) {
      return;
    }
    findings.scalar("runAsUid", "must be at least 1: runAsUser means a user other than root");
    if (values.isOn("runAsNonRoot")) {
      findings.scalar("runAsNonRoot", "must not be true with runAsUid 0");
    }
  }

  private static void capability(String key, Effective item, Findings findings) {
    findings.word(
        Paths.member("capabilities", key, "capability"),
        item.text("capability").filter(name -> !name.isEmpty()),
        CAPABILITIES);
  }

  private SecurityRules() {}
}
