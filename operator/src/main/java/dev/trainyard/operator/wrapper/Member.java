package dev.trainyard.operator.wrapper;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.AppWrappers.Demand;
import dev.trainyard.dialects.appwrapper.AppWrappers.Reading;
import dev.trainyard.dialects.appwrapper.AppWrappers.Seat;
import dev.trainyard.engine.wrapper.WrapperState.Phase;
import dev.trainyard.scheduler.core.Resources;
import dev.trainyard.scheduler.core.Snapshot;
import dev.trainyard.scheduler.core.Snapshot.PodId;
import dev.trainyard.scheduler.core.Turns;
import dev.trainyard.scheduler.core.Turns.Gang;
import dev.trainyard.scheduler.shell.Readings;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What the queue keeps of an AppWrapper.
///
/// @param queue the one it names
/// @param suspended whether its `suspend` says so
/// @param pods as they will be when they are there, unless there are too many to count; of one that
///   has ended none come any more
/// @param size how many there will be
record Member(
    WrapperName name,
    String uid,
    Optional<String> queue,
    Seat seat,
    boolean suspended,
    Phase phase,
    Instant created,
    Optional<String> workloadClass,
    Optional<String> podClass,
    List<Snapshot.Pod> pods,
    long size) {

  /// Beyond this nobody's turn comes: to find room for so many would keep everybody waiting.
  static final int MOST_PODS = 10_000;

  Member {
    pods = List.copyOf(pods);
  }

  /// Nothing of one that we cannot read, that is not ours, or that is being deleted: what is left
  /// of it is on nodes.
  static Optional<Member> of(AppWrappers wrappers, AppWrapper resource) {
    return resource.metadata().getDeletionTimestamp() == null
            && wrappers.read(resource) instanceof Reading.Wrapped(var wrapper)
        ? Optional.of(of(wrappers, resource, wrappers.demands(resource, wrapper)))
        : Optional.empty();
  }

  private static Member of(AppWrappers wrappers, AppWrapper resource, List<Demand> demands) {
    var metadata = resource.metadata();
    var phase = wrappers.recall(resource).phase();
    boolean over =
        switch (phase) {
          case EMPTY, SUSPENDED, RESUMING, RUNNING, RESETTING, SUSPENDING -> false;
          case SUCCEEDED, FAILED, TERMINATING -> true;
        };
    var size = demands.stream().mapToLong(Demand::count).sum();
    var pods = new ArrayList<Snapshot.Pod>();
    for (int i = 0; i < demands.size() && !over && size <= MOST_PODS; i++) {
      pods(metadata, demands.get(i), i).forEach(pods::add);
    }
    return new Member(
        new WrapperName(requireNonNullElse(metadata.getNamespace(), ""), metadata.getName()),
        metadata.getUid(),
        wrappers.queue(resource),
        // What one says of itself before anybody has seen it, it may have copied.
        phase == Phase.EMPTY ? Seat.WAITING : wrappers.seat(resource),
        Boolean.TRUE.equals(resource.spec().suspend()),
        phase,
        Optional.ofNullable(metadata.getCreationTimestamp())
            .map(Instant::parse)
            .orElse(Instant.EPOCH),
        wrappers.workloadClass(resource),
        demands.stream()
            .map(demand -> requireNonNullElse(demand.pod().getPriorityClassName(), ""))
            .filter(name -> !name.isEmpty())
            .findFirst(),
        pods,
        size);
  }

  private static Stream<Snapshot.Pod> pods(ObjectMeta wrapper, Demand demand, int set) {
    var like =
        Readings.pod(
                new PodBuilder()
                    .withNewMetadata()
                    .withNamespace(wrapper.getNamespace())
                    .withName(wrapper.getName())
                    .withUid(wrapper.getUid())
                    .endMetadata()
                    .withSpec(demand.pod())
                    .build(),
                _ -> true)
            .pod();
    return IntStream.range(0, demand.count())
        .mapToObj(
            index ->
                new Snapshot.Pod(
                    new PodId(
                        requireNonNullElse(wrapper.getNamespace(), ""),
                        "%s-%d-%d".formatted(wrapper.getName(), set, index),
                        "%s %d %d".formatted(wrapper.getUid(), set, index)),
                    like.created(),
                    like.requests(),
                    like.nodeSelector(),
                    like.tolerations()));
  }

  Gang gang(int priority) {
    return new Gang(uid, priority, created, pods);
  }

  /// Those of its pods that no node holds yet.
  Gang rest(List<Resources> held) {
    return new Gang(uid, 0, created, Turns.without(pods, held));
  }
}
