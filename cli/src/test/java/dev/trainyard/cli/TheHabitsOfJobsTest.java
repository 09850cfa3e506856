package dev.trainyard.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.GangScheduler;
import dev.trainyard.dialects.Settings.Habits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class TheHabitsOfJobsTest {

  private static final String TEMPLATE = "- name: wait\n  image: '{{.InitContainerImage}}'\n";

  @TempDir private Path directory = Path.of("");

  private static JobHabits habits(String... flags) {
    return CommandLine.populateCommand(new JobHabits(), flags);
  }

  private static Settings settings(String... flags) {
    return habits(flags).settings(Settings.Place.CLUSTER);
  }

  @Test
  void are_the_usual_ones_where_nothing_is_said() {
    assertThat(settings()).isEqualTo(Settings.defaults(Settings.Place.CLUSTER));
  }

  @Test
  void are_what_the_flags_say() {
    var settings =
        settings(
            "--gang-scheduler-name=volcano",
            "--pytorch-init-container=off",
            "--pytorch-init-container-image=busybox:1",
            "--pytorch-init-container-max-tries=7",
            "--default-clean-pod-policy=Running",
            "--pet-standalone=1",
            "--cap-processes",
            "--cluster-domain=cluster.local",
            "--dead-node-grace=5");

    assertThat(settings.gangScheduler()).contains(GangScheduler.named("volcano"));
    assertThat(settings.masterWait().enabled()).isFalse();
    assertThat(settings.masterWait().image()).isEqualTo("busybox:1");
    assertThat(settings.masterWait().tries()).isEqualTo(7);
    assertThat(settings.habits()).isEqualTo(new Habits("Running", "1", true));
    assertThat(settings.clusterDomain()).contains("cluster.local");
    assertThat(settings.fenceAfter()).contains(Duration.ofSeconds(5));
    assertThat(settings("--dead-node-grace=0").fenceAfter()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --default-clean-pod-policy=none       | --default-clean-pod-policy: "none" is not one of
          --pet-standalone=2                    | --pet-standalone: "2" is not one of
          --cluster-domain=.cluster.local       | --cluster-domain: Invalid value: ".cluster.local"
          --dead-node-grace=-1                  | --dead-node-grace: -1 is negative
          --pytorch-init-container-max-tries=-1 | --pytorch-init-container-max-tries: -1 is negative
          --pytorch-init-container-template-file=/nowhere/t.yaml | template-file: cannot be read
          """)
  void are_refused_where_they_make_no_sense(String flag, String complaint) {
    assertThatThrownBy(() -> settings(flag))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void take_a_template_that_is_mounted_unless_another_is_named() throws Exception {
    var mounted = Files.writeString(directory.resolve("initContainer.yaml"), TEMPLATE);
    var named = Files.writeString(directory.resolve("named.yaml"), TEMPLATE + "  tty: true\n");
    var flag = "--pytorch-init-container-template-file=" + named;

    assertThat(template(habits().mounted(mounted))).contains("name: wait").doesNotContain("tty");
    assertThat(template(habits(flag).mounted(mounted))).contains("tty");
    assertThat(
            habits()
                .mounted(directory.resolve("nothing"))
                .settings(Settings.Place.CLUSTER)
                .masterWait()
                .template())
        .isEmpty();
  }

  private static String template(JobHabits habits) {
    return habits
        .settings(Settings.Place.CLUSTER)
        .masterWait()
        .template()
        .map(Object::toString)
        .orElseThrow();
  }
}
