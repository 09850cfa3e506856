package dev.trainyard.operator.rights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Attached;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TheRightsToAttachedObjectsTest {

  private static final Attached.Kind BOARDS =
      new Attached.Kind("tensorstack.dev", "v1beta1", "TensorBoard", "tensorboards");

  @Test
  void let_the_operator_change_what_follows_its_job() {
    assertThat(lines(BOARDS, Attached.CONFIG_MAPS))
        .containsExactlyInAnyOrder(
            "tensorboards.tensorstack.dev: get, list, watch, create, update, delete",
            "configmaps: get, list, watch, create, update, delete");
  }

  @Test
  void do_not_let_it_change_what_is_made_once() {
    assertThat(lines(Attached.SECRETS))
        .containsExactlyInAnyOrder("secrets: get, list, watch, create, delete");
  }

  @Test
  void are_given_once_whoever_needs_them() {
    assertThat(lines(BOARDS.madeOnce(), Attached.SECRETS, BOARDS, Attached.SECRETS))
        .containsExactlyInAnyOrder(
            "tensorboards.tensorstack.dev: get, list, watch, create, update, delete",
            "secrets: get, list, watch, create, delete");
  }

  @Test
  void tell_groups_with_a_kind_of_the_same_name_apart() {
    assertThat(
            lines(
                new Attached.Kind("scheduling.volcano.sh", "v1beta1", "PodGroup", "podgroups"),
                new Attached.Kind("scheduler.tensorstack.dev", "v1beta1", "PodGroup", "podgroups")
                    .madeOnce()))
        .containsExactlyInAnyOrder(
            "podgroups.scheduling.volcano.sh: get, list, watch, create, update, delete",
            "podgroups.scheduler.tensorstack.dev: get, list, watch, create, delete");
  }

  private static Stream<String> lines(Attached.Kind... kinds) {
    return Rights.ofAttached(Stream.of(kinds)).stream()
        .map(right -> "%s: %s".formatted(right.qualified(), String.join(", ", right.verbs())));
  }
}
