package dev.trainyard.yard.node.view;

import dev.trainyard.yard.node.gates.SystemCalls;
import dev.trainyard.yard.node.network.Network.Launch;
import dev.trainyard.yard.node.network.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Each container in a mount namespace of its own, in which the machine's tree stays as it is and
/// every volume is at its mount path. Nothing is ever mounted where the machine itself could see
/// it, and all of it is gone with the container's last process.
///
/// A user who is not root gets the same through a user namespace, and keeps their own user inside.
public final class OwnView implements View {

  /// Stands on the command line until the view is complete and the program has taken over.
  public static final String UNDER_CONSTRUCTION = "trainyard-view";

  /// Fixed text; what varies arrives as words. It builds the view in a subshell, so that no
  /// variable of its own meets the program's, then becomes the program and keeps its number. `-n`
  /// leaves the machine's own book of mounts alone, which is not an ordinary user's to write.
  private static final String BUILD =
      """
      (
        PATH=/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin
        unset LD_PRELOAD LD_LIBRARY_PATH
        set -eu
        kept=
        shift
        while [ -n "$1" ]; do
          case $1 in
            remote)
              nsenter --net=/proc/self/fd/7 -- "$2" "$3" "$4" -n -o "$5"
              shift 5 ;;
            hold)
              mount -n --bind "$2" "$2"
              mount -n --make-unbindable "$2"
              shift 2 ;;
            take)
              if [ -d "$2" ]; then mkdir "$3"; mount -n --rbind "$2" "$3"
              else : > "$3"; mount -n --bind "$2" "$3"; fi
              shift 3 ;;
            fill)
              mount -n --all --fstab "$2" || :
              shift 2 ;;
            put)
              if [ ! -e "$3" ]; then
                if [ -d "$2" ]; then mkdir -p "$3"; else mkdir -p "${3%/*}"; : > "$3"; fi
              fi
              mount -n --move "$2" "$3"
              [ "$4" = rw ] || mount -n -o remount,bind,ro "$3"
              kept="$kept|$5|"
              shift 5 ;;
            drop)
              umount -n -l "$2"
              shift 2 ;;
            cover)
              mount -n --move "$2" "$3"
              shift 3 ;;
            owner)
              mount -n --bind /proc/self/ns/user "$2"
              shift 2 ;;
            hostname)
              hostname "$2" 2>/dev/null || printf %s "$2" > /proc/sys/kernel/hostname
              shift 2 ;;
            freeze)
              while read -r _ _ _ _ point _; do
                point=$(printf %b "$point")
                case $point/ in /proc/* | /dev/*) continue ;; esac
                case $kept in *"|$point|"*) continue ;; esac
                mount -n -o remount,bind,ro "$point"
              done < /proc/self/mountinfo
              for point in /proc/sys /proc/sysrq-trigger /proc/irq /proc/bus /proc/fs; do
                [ -e "$point" ] || continue
                mount -n --rbind "$point" "$point"
                mount -n -o remount,bind,ro "$point"
              done
              shift ;;
            bounds)
              while read -r _ _ _ _ point rest; do
                case $rest in *" - cgroup "* | *" - cgroup2 "*) ;; *) continue ;; esac
                point=$(printf %b "$point")
                [ ! -e "$point" ] || mount -n -o remount,bind,ro "$point"
              done < /proc/self/mountinfo
              shift ;;
            enter)
              mkdir "$2/.machine"
              cd "$2"
              pivot_root . .machine
              cd /
              umount -n -l /.machine
              rmdir /.machine
              mount -n --make-private /
              shift 2 ;;
          esac
        done
      )
      [ $? = 0 ] || { echo 'The volumes of this container could not be mounted.' >&2; exit 128; }
      exec 7<&-
      cd "$1" || exit 128
      while [ -n "$1" ]; do shift; done
      shift
      exec "$@"
      """;

  /// Servers are reached as the machine reaches them, not from a pod's own network.
  private static final String KEEP_NETWORK = "exec 7< /proc/self/ns/net; exec \"$@\"";

  /// The programs without which there is no view.
  public static final List<String> NEEDED =
      List.of("unshare", "nsenter", "mount", "umount", "pivot_root", "setpriv");

  private static final Path ROOT = Path.of("/");

  private final Tool unshare;
  private final Tool setpriv;
  private final long uid;
  private final long gid;

  OwnView(Tool unshare, Tool setpriv, long uid, long gid) {
    this.unshare = unshare;
    this.setpriv = setpriv;
    this.uid = uid;
    this.gid = gid;
  }

  /// For the user this process runs as, where the tools are there.
  static Optional<OwnView> find() throws IOException {
    if (NEEDED.stream().anyMatch(name -> Tool.find(name).isEmpty())) {
      return Optional.empty();
    }
    var self = Path.of("/proc/self");
    return Optional.of(
        new OwnView(
            Tool.find("unshare").orElseThrow(),
            Tool.find("setpriv").orElseThrow(),
            ((Number) Files.getAttribute(self, "unix:uid")).longValue(),
            ((Number) Files.getAttribute(self, "unix:gid")).longValue()));
  }

  @Override
  public boolean mounts() {
    return true;
  }

  @Override
  public Launch adapt(Scene scene, Launch launch) throws IOException {
    var enter = new ArrayList<String>();
    if (!scene.remotes().isEmpty()) {
      enter.addAll(List.of("/bin/sh", "-c", KEEP_NETWORK, "trainyard-network"));
    }
    enter.addAll(launch.enter());
    scene.gate().map(SystemCalls::opening).ifPresent(enter::addAll);
    enter.add(unshare.program().toString());
    if (!root()) {
      enter.addAll(List.of("--user", "--map-root-user"));
    }
    enter.addAll(List.of("--mount", "--uts", "--"));
    enter.addAll(List.of("/bin/sh", "-c", BUILD, UNDER_CONSTRUCTION, scene.directory()));
    enter.addAll(steps(scene));
    enter.add("");
    enter.addAll(becoming(scene));
    return new Launch(enter, launch.command(), launch.environment());
  }

  /// First everything is taken from where it is, then put into the stand-ins, and only then do the
  /// stand-ins cover the machine's tree: a place that is covered can no longer be taken from.
  private List<String> steps(Scene scene) throws IOException {
    var layout = Layout.of(mounts(scene), scene.hidden(), scene.scratch());
    var stage = Files.createDirectory(scene.scratch().resolve("stage"));
    var steps = new ArrayList<>(withoutDisks(scene));
    for (var remote : scene.remotes()) {
      steps.addAll(List.of("remote", remote.program().toString(), remote.source()));
      steps.addAll(List.of(remote.at().toString(), String.join(",", remote.options())));
    }
    steps.addAll(List.of("hold", stage.toString()));
    var slots = new ArrayList<String>();
    for (var placed : layout.placed()) {
      var slot = stage.resolve(Integer.toString(slots.size())).toString();
      steps.addAll(List.of("take", placed.mount().from().toString(), slot));
      slots.add(slot);
    }
    // A mount that a stand-in copies could be found at no path any more.
    scene.remotes().forEach(remote -> steps.addAll(List.of("drop", remote.at().toString())));
    steps.addAll(standIns(scene.scratch(), layout));
    for (var i = 0; i < slots.size(); i++) {
      var placed = layout.placed().get(i);
      var mode = placed.mount().readOnly() ? "ro" : "rw";
      var target = placed.target();
      steps.addAll(List.of("put", slots.get(i), layout.place(target), mode, target));
    }
    if (!root()) {
      steps.addAll(List.of("owner", owner(layout, scene.scratch()).toString()));
    }
    steps.addAll(List.of("drop", stage.toString(), "hostname", scene.hostname()));
    steps.addAll(covers(layout, scene.scratch().toRealPath()));
    if (scene.rights().capabilities().isPresent()) {
      // Root could else walk out of the groups that bound it, or change what they allow.
      steps.add("bounds");
    }
    if (scene.readOnlyRoot()) {
      steps.add("freeze");
    }
    return steps;
  }

  /// A file to mount on. Where a stand-in hides the scratch, or shows it only later, it is not
  /// there by itself.
  private static Path owner(Layout layout, Path scratch) throws IOException {
    var owner = Files.createFile(scratch.toRealPath().resolve("owner"));
    var place = Path.of(layout.place(owner.toString()));
    if (!Files.exists(place)) {
      Files.createDirectories(Optional.ofNullable(place.getParent()).orElseThrow());
      Files.createFile(place);
    }
    return place;
  }

  /// Whoever may read any file may read the disks themselves, and what lies on them.
  private List<String> withoutDisks(Scene scene) throws IOException {
    if (!root() || scene.rights().capabilities().isEmpty()) {
      return List.of();
    }
    var asked = scene.mounts().stream().map(Mount::from).collect(Collectors.toSet());
    var lines =
        Devices.disks().stream().filter(it -> !asked.contains(it)).map(OwnView::blinded).toList();
    return lines.isEmpty()
        ? List.of()
        : List.of("fill", Files.write(scene.scratch().resolve("disks"), lines).toString());
  }

  private static String blinded(Path device) {
    return "/dev/null %s none bind 0 0".formatted(Layout.escaped(device));
  }

  private static List<Mount> mounts(Scene scene) throws IOException {
    var volumes = scene.mounts().stream().map(Mount::at).collect(Collectors.toSet());
    var mounts =
        new ArrayList<>(
            scene.surroundings().stream().filter(mount -> !volumes.contains(mount.at())).toList());
    mounts.addAll(scene.mounts());
    var nothing = scene.scratch().resolve("nothing");
    for (var mount : scene.mounts()) {
      for (var hidden : scene.hidden()) {
        if (hidden.startsWith(mount.from()) && !hidden.equals(mount.from())) {
          var at = Path.of(mount.at()).resolve(mount.from().relativize(hidden)).toString();
          mounts.add(new Mount("nothing", at, Files.createDirectories(nothing), true));
        }
      }
    }
    return mounts;
  }

  private static List<String> standIns(Path scratch, Layout layout) throws IOException {
    if (layout.standIns().isEmpty()) {
      return List.of();
    }
    var steps = new ArrayList<String>();
    var entries = new ArrayList<String>();
    for (var standIn : layout.standIns().entrySet()) {
      entries.addAll(layout.fill(standIn.getKey(), standIn.getValue()));
      steps.addAll(List.of("hold", standIn.getValue().toString()));
    }
    steps.addAll(List.of("fill", Files.write(scratch.resolve("entries"), entries).toString()));
    return steps;
  }

  /// Inner ones first, into the outer ones; the root is entered last. What hides the scratch, on
  /// which all of them lie, comes after those.
  private static List<String> covers(Layout layout, Path scratch) {
    var hiding = Comparator.comparing((Path it) -> scratch.startsWith(layout.placeOf(it)));
    var steps = new ArrayList<String>();
    for (var directory : layout.standIns().reversed().keySet().stream().sorted(hiding).toList()) {
      var from = layout.standIn(directory).toString();
      steps.addAll(
          directory.equals(ROOT)
              ? List.of("enter", from)
              : List.of("cover", from, layout.placeOf(directory)));
    }
    return steps;
  }

  /// The words that make the builder of the view the user that runs the program.
  private List<String> becoming(Scene scene) {
    var words = new ArrayList<String>();
    if (!root()) {
      words.addAll(
          List.of(
              unshare.program().toString(),
              "--user",
              "--map-user=" + uid,
              "--map-group=" + gid,
              "--"));
    }
    scene.gate().map(_ -> SystemCalls.passing(root(), setpriv.program())).ifPresent(words::addAll);
    var options = root() ? scene.rights().options() : scene.rights().optionsOfAnyone();
    if (!options.isEmpty() || scene.gate().isPresent()) {
      words.add(setpriv.program().toString());
      words.addAll(options);
      words.add("--");
    }
    return words;
  }

  private boolean root() {
    return uid == 0;
  }
}
