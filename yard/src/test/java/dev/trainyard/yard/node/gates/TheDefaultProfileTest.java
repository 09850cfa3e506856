package dev.trainyard.yard.node.gates;

import static dev.trainyard.yard.node.gates.DefaultProfile.ALLOW;
import static dev.trainyard.yard.node.gates.DefaultProfile.REFUSE;
import static dev.trainyard.yard.node.gates.DefaultProfile.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.node.view.Rights;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TheDefaultProfileTest {

  private static final int NEW_USER_NAMESPACE = 0x10000000;
  private static final int A_THREAD = 0x003D0F00;

  @ParameterizedTest
  @EnumSource
  void refuses_what_its_table_lists_and_nothing_else(Architecture architecture) {
    var kernel = usual(architecture);
    var refused =
        DefaultProfile.refused().stream()
            .filter(call -> !call.unless().contains("sys_chroot"))
            .flatMap(call -> call.on(architecture).stream())
            .sorted()
            .toList();

    assertThat(IntStream.range(0, 435).filter(it -> kernel.answers(it) == REFUSE).boxed())
        .containsExactlyElementsOf(refused.stream().filter(it -> it < 435).toList());
    assertThat(refused.stream().map(kernel::answers)).containsOnly(REFUSE);
  }

  @ParameterizedTest
  @EnumSource
  void gives_back_what_a_capability_is_for(Architecture architecture) {
    for (var call : DefaultProfile.refused()) {
      for (var capability : call.unless()) {
        assertThat(Rights.KNOWN).contains(capability);
        call.on(architecture)
            .ifPresent(
                number ->
                    assertThat(kernel(architecture, Set.of(capability)).answers(number))
                        .as("%s with %s", call.name(), capability)
                        .isEqualTo(ALLOW));
      }
    }
  }

  @Test
  void allows_new_threads_and_no_new_namespaces() {
    assertThat(usual(Architecture.AMD64).answers(56, A_THREAD)).isEqualTo(ALLOW);
    assertThat(usual(Architecture.AMD64).answers(56, NEW_USER_NAMESPACE)).isEqualTo(REFUSE);
    assertThat(usual(Architecture.ARM64).answers(220, NEW_USER_NAMESPACE)).isEqualTo(REFUSE);
    assertThat(kernel(Architecture.AMD64, Set.of("sys_admin")).answers(56, NEW_USER_NAMESPACE))
        .isEqualTo(ALLOW);
  }

  /// So that the C library falls back on `clone`, whose flags a filter can see.
  @ParameterizedTest
  @EnumSource
  void knows_no_clone3(Architecture architecture) {
    assertThat(usual(architecture).answers(435)).isEqualTo(UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource
  void answers_what_is_newer_than_its_table_like_an_older_kernel(Architecture architecture) {
    assertThat(usual(architecture).answers(463)).isEqualTo(UNKNOWN);
    assertThat(usual(architecture).answers(0x40000000)).as("x32").isEqualTo(UNKNOWN);
    assertThat(usual(architecture).answers(-1)).isEqualTo(UNKNOWN);
  }

  @Test
  void does_not_take_the_numbers_of_another_architecture_for_its_own() {
    assertThat(usual(Architecture.AMD64).answers(0x40000003, 21, 0)).as("i386").isEqualTo(UNKNOWN);
  }

  @Test
  void looks_at_the_arguments_of_socket_and_personality() {
    var kernel = usual(Architecture.AMD64);

    assertThat(kernel.answers(41, 2)).isEqualTo(ALLOW);
    assertThat(kernel.answers(41, 40)).isEqualTo(REFUSE);
    assertThat(kernel.answers(135, -1)).isEqualTo(ALLOW);
    assertThat(kernel.answers(135, 0x0040000)).as("no random addresses").isEqualTo(REFUSE);
  }

  private static Kernel usual(Architecture architecture) {
    return kernel(architecture, Rights.USUAL);
  }

  private static Kernel kernel(Architecture architecture, Set<String> capabilities) {
    return new Kernel(architecture, DefaultProfile.filter(architecture, capabilities));
  }
}
