package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.job;
import static dev.trainyard.engine.Jobs.onFailure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Attachment.HostLine;
import dev.trainyard.engine.model.Attachment.Roster;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.plan.HostLists;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AHostListTest {

  private static final TrainingJob GPT = job("gpt").role("worker", 3, onFailure()).build();
  private static final HostLine SLOTS = new HostLine("", "", " slots=2", false, Roster.RUNNING);

  @Test
  void has_a_line_for_each_host() {
    assertThat(HostLists.written(GPT, Map.of("hostfile", SLOTS), List.of("gpt-0", "gpt-2")))
        .containsExactly(Map.entry("hostfile", "gpt-0 slots=2\ngpt-2 slots=2\n"));
  }

  static Stream<HostLine> lines() {
    return Stream.of(
        SLOTS,
        new HostLine("", "", "", false, Roster.RUNNING),
        new HostLine("", "", ":8", true, Roster.RUNNING),
        new HostLine("#!/bin/sh\n", "echo ", "", true, Roster.RUNNING_ONCE_SETTLED));
  }

  @ParameterizedTest
  @MethodSource("lines")
  void is_read_as_it_was_written(HostLine line) {
    var keys = Map.of("list", line);

    for (var hosts : List.of(List.<String>of(), List.of("gpt-0"), List.of("gpt-2", "gpt-1"))) {
      assertThat(HostLists.read(GPT, keys, HostLists.written(GPT, keys, hosts))).isEqualTo(hosts);
    }
  }

  @Test
  void is_read_from_the_key_that_follows_who_is_there() {
    var keys = new LinkedHashMap<String, HostLine>();
    keys.put("all", new HostLine("", "", "", false, Roster.EVERY_SLOT));
    keys.put("there", SLOTS);

    var written = HostLists.written(GPT, keys, List.of("gpt-worker-1"));

    assertThat(written).containsEntry("all", "gpt-worker-0\ngpt-worker-1\ngpt-worker-2\n");
    assertThat(HostLists.read(GPT, keys, written)).containsExactly("gpt-worker-1");
  }

  @Test
  void of_every_slot_is_read_as_well() {
    var keys = Map.of("list", new HostLine("", "", "", false, Roster.EVERY_SLOT));

    assertThat(HostLists.read(GPT, keys, HostLists.written(GPT, keys, List.of())))
        .containsExactly("gpt-worker-0", "gpt-worker-1", "gpt-worker-2");
  }

  @Test
  void names_nobody_when_it_knows_other_slots() {
    var keys = new LinkedHashMap<String, HostLine>();
    keys.put("all", new HostLine("", "", "", false, Roster.EVERY_SLOT));
    keys.put("there", SLOTS);
    var written = new LinkedHashMap<>(HostLists.written(GPT, keys, List.of("gpt-worker-1")));

    written.put("all", "gpt-worker-0\ngpt-worker-1\n");

    assertThat(HostLists.read(GPT, keys, written)).isEmpty();
  }

  @Test
  void names_nobody_when_somebody_else_has_written_it() {
    var keys = Map.of("hostfile", SLOTS);

    assertThat(HostLists.read(GPT, keys, Map.of())).isEmpty();
    assertThat(HostLists.read(GPT, keys, Map.of("hostfile", "gpt-0 slots=2\nmy-host\n"))).isEmpty();
    assertThat(HostLists.read(GPT, keys, Map.of("hostfile", " slots=2\n"))).isEmpty();
    var headed = Map.of("hostfile", new HostLine("#!/bin/sh\n", "", "", false, Roster.RUNNING));
    assertThat(HostLists.read(GPT, headed, Map.of("hostfile", "gpt-0\n"))).isEmpty();
  }
}
