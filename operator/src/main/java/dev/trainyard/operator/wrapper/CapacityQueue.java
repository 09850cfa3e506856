package dev.trainyard.operator.wrapper;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.AppWrappers.Seat;
import dev.trainyard.engine.wrapper.WrapperState.Phase;
import dev.trainyard.scheduler.core.Lines.Way;
import dev.trainyard.scheduler.core.Turns;
import dev.trainyard.scheduler.core.Turns.Gang;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Our own queue, for clusters without Kueue: lets AppWrappers in by priority and age, each when
/// the nodes have room for all of its pods.
///
/// It knows no client, thread or clock: whoever has noted a change in the book [looks](#look()),
/// and lets everybody pass whom that concerns; a pass then asks for its [turn](#turn(AppWrapper)).
public final class CapacityQueue implements Queue {

  private final AppWrappers wrappers;
  private final QueueBook book;

  /// Who was told to begin, and by which ClusterQueue, until the book shows that they were let in.
  private final Map<String, String> told = new HashMap<>();

  /// What the last look has found for each.
  private Map<String, Turn> standing = Map.of();

  /// Those for whom it was news, until they ask.
  private final Set<String> unsaid = new HashSet<>();

  public CapacityQueue(AppWrappers wrappers, QueueBook book) {
    this.wrappers = wrappers;
    this.book = book;
  }

  @Override
  public boolean decidesOn(AppWrapper resource) {
    return wrappers.queue(resource).isPresent();
  }

  @Override
  public synchronized Turn turn(AppWrapper resource) {
    var uid = resource.metadata().getUid();
    return switch (standing.getOrDefault(uid, new Turn.Stays())) {
      case Turn.Begins(var clusterQueue) -> {
        told.put(uid, clusterQueue);
        yield new Turn.Begins(clusterQueue);
      }
      case Turn.Waits(var why, _) -> new Turn.Waits(why, unsaid.remove(uid));
      case Turn.Stops stops -> stops;
      case Turn.Stays stays -> stays;
    };
  }

  /// Decides anew about everybody, and answers whom that concerns: those whose turn has come, who
  /// must leave, and who wait for something else than before.
  public synchronized Set<WrapperName> look() {
    var sight = book.sight();
    var next = judge(sight);
    var concerned = new HashSet<WrapperName>();
    for (var member : sight.members()) {
      var uid = member.uid();
      var turn = next.get(uid);
      if (turn != null && !gist(turn).equals(gist(standing.get(uid)))) {
        concerned.add(member.name());
        unsaid.add(uid);
      }
    }
    unsaid.retainAll(next.keySet());
    standing = next;
    return concerned;
  }

  /// The same to people, however much happens to be free just now.
  private static String gist(@Nullable Turn turn) {
    return turn instanceof Turn.Waits(var why, _)
        ? why.replaceAll("[0-9]+", "#")
        : String.valueOf(turn);
  }

  private Map<String, Turn> judge(Sight sight) {
    var turns = new TreeMap<String, Turn>();
    var promised = new ArrayList<Gang>();
    var waiting = new ArrayList<Gang>();
    var lines = new HashMap<String, String>();
    var members = new HashMap<String, Member>();
    sight.members().forEach(member -> members.put(member.uid(), member));
    told.keySet().removeIf(uid -> !members.containsKey(uid) || isShown(members.get(uid)));
    for (var member : sight.members()) {
      switch (member.phase()) {
        case EMPTY, SUSPENDED -> {
          switch (seat(member)) {
            case ADMITTED -> {
              promised.add(member.gang(0));
              drain(member, sight, turns);
            }
            case HELD -> {}
            case WAITING -> enter(member, sight, turns, waiting, lines);
          }
        }
        case RESUMING, RUNNING, RESETTING -> {
          promised.add(member.rest(sight.held().getOrDefault(member.name(), List.of())));
          drain(member, sight, turns);
        }
        // What is left of them is on nodes.
        case SUSPENDING, SUCCEEDED, FAILED, TERMINATING -> {}
      }
    }
    told.forEach((uid, clusterQueue) -> turns.put(uid, new Turn.Begins(clusterQueue)));
    var result = Turns.of(sight.nodes(), promised, waiting);
    result.granted().forEach(uid -> turns.put(uid, new Turn.Begins(lines.getOrDefault(uid, ""))));
    result.waiting().forEach((uid, reason) -> turns.put(uid, waits(reason.message())));
    return turns;
  }

  /// Whether what we know of it is later than that it was told to begin.
  private static boolean isShown(Member member) {
    return member.seat() != Seat.WAITING
        || (member.phase() != Phase.EMPTY && member.phase() != Phase.SUSPENDED);
  }

  /// One that was told to begin has its seat, and one that was paused gives it back at once.
  private Seat seat(Member member) {
    if (told.containsKey(member.uid())) {
      return Seat.ADMITTED;
    }
    return member.seat() == Seat.ADMITTED && member.suspended() ? Seat.HELD : member.seat();
  }

  private static void enter(
      Member member,
      Sight sight,
      Map<String, Turn> turns,
      List<Gang> waiting,
      Map<String, String> lines) {
    if (member.queue().isEmpty()) {
      return;
    }
    var priority = sight.ranks().of(member.workloadClass(), member.podClass());
    switch (sight.lines().of(member.name().namespace(), member.queue().get())) {
      case Way.Shut(var why, _) -> turns.put(member.uid(), waits(why));
      case Way.Open _ when priority.isEmpty() ->
          turns.put(
              member.uid(),
              waits(
                  "WorkloadPriorityClass %s doesn't exist"
                      .formatted(member.workloadClass().orElse(""))));
      case Way.Open _ when member.size() > Member.MOST_PODS ->
          turns.put(
              member.uid(),
              waits(
                  "%d pods are more than the %d for which room is looked for"
                      .formatted(member.size(), Member.MOST_PODS)));
      case Way.Open(var clusterQueue) -> {
        waiting.add(member.gang(priority.getAsInt()));
        lines.put(member.uid(), clusterQueue);
      }
    }
  }

  private static Turn waits(String why) {
    return new Turn.Waits(why, false);
  }

  /// A queue that is emptied lets go of those that have not ended.
  private static void drain(Member member, Sight sight, Map<String, Turn> turns) {
    if (member.seat() == Seat.ADMITTED
        && member.queue().isPresent()
        && sight.lines().of(member.name().namespace(), member.queue().get())
            instanceof Way.Shut(_, var leave)) {
      leave.ifPresent(why -> turns.put(member.uid(), new Turn.Stops(why)));
    }
  }
}
