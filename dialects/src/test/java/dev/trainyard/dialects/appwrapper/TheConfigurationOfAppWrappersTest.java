package dev.trainyard.dialects.appwrapper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.appwrapper.WrapperConfig.Reading;
import dev.trainyard.dialects.appwrapper.WrapperSettings.Effect;
import dev.trainyard.dialects.appwrapper.WrapperSettings.Mark;
import dev.trainyard.dialects.appwrapper.WrapperSettings.QueueMode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheConfigurationOfAppWrappersTest {

  @Test
  void is_the_default_of_everything_where_nothing_is_written() {
    assertThat(settings("")).isEqualTo(WrapperSettings.defaults());
    assertThat(settings("{appwrapper: {faultTolerance: null}, queueing: {}}"))
        .isEqualTo(WrapperSettings.defaults());
  }

  @Test
  void sets_every_period_as_text_or_in_nanoseconds() {
    var patience =
        settings(
                """
                appwrapper:
                  faultTolerance:
                    admissionGracePeriod: 30s
                    warmupGracePeriod: 120000000000
                    failureGracePeriod: 1m30s
                    resetPause: 0
                    retryLimit: 7
                    deletionGracePeriod: 0.5h
                    gracePeriodCeiling: 2d
                    successTTLCeiling: 72h
                """)
            .faultTolerance();

    assertThat(patience.admission()).isEqualTo(Duration.ofSeconds(30));
    assertThat(patience.warmup()).isEqualTo(Duration.ofMinutes(2));
    assertThat(patience.failure()).isEqualTo(Duration.ofSeconds(90));
    assertThat(patience.retryPause()).isZero();
    assertThat(patience.retryLimit()).isEqualTo(7);
    assertThat(patience.forcefulDeletion()).isEqualTo(Duration.ofMinutes(30));
    assertThat(patience.longest()).isEqualTo(Duration.ofDays(2));
    assertThat(patience.successTtl()).isEqualTo(Duration.ofDays(3));
  }

  @Test
  void replaces_the_marks_of_a_resource_whole_and_leaves_those_of_others() {
    var marks =
        settings(
                """
                appwrapper:
                  autopilot:
                    injectAntiAffinities: false
                    monitorNodes: false
                    preferNoScheduleWeight: 7
                    resourceTaints:
                      acme.io/tpu:
                      - {key: tpu, value: sick, effect: PreferNoSchedule}
                """)
            .autopilot();

    assertThat(marks.injects()).isFalse();
    assertThat(marks.monitors()).isFalse();
    assertThat(marks.weight()).isEqualTo(7);
    assertThat(marks.marks().get("nvidia.com/gpu")).hasSize(3);
    assertThat(marks.marks().get("acme.io/tpu"))
        .containsExactly(new Mark("tpu", "sick", Effect.PREFER_NO_SCHEDULE));
    assertThat(
            settings(
                    """
                    appwrapper:
                      autopilot:
                        preferNoScheduleWeight: null
                        resourceTaints:
                          nvidia.com/gpu:
                          - {key: health, value: bad, effect: NoExecute}
                    """)
                .autopilot())
        .satisfies(
            autopilot -> {
              assertThat(autopilot.weight()).isEqualTo(1);
              assertThat(autopilot.marks().get("nvidia.com/gpu"))
                  .containsExactly(new Mark("health", "bad", Effect.NO_EXECUTE));
            });
  }

  @Test
  void lays_what_is_written_over_a_profile() {
    assertThat(settings("profile: mlbatch")).isEqualTo(WrapperSettings.mlbatch());

    var settings =
        settings(
            """
            profile: mlbatch
            queueing: {mode: kueue}
            appwrapper:
              schedulerName: sakkara-scheduler
              defaultQueueName: ""
              userRBACAdmissionCheck: true
            """);

    assertThat(settings.schedulerName()).contains("sakkara-scheduler");
    assertThat(settings.defaultQueue()).isEmpty();
    assertThat(settings.asksForRights()).isTrue();
    assertThat(settings.queueing()).contains(QueueMode.KUEUE);
    assertThat(settings.autopilot()).isEqualTo(WrapperSettings.mlbatch().autopilot());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          profile: mlbach                                | profile: "mlbach" is not one of default, mlbatch; did you mean mlbatch?
          profile: 7                                     | profile: 7 is not one of default, mlbatch
          queueing: {mode: auto}                         | queueing.mode: "auto" is not one of none, kueue, internal
          queueing: kueue                                | queueing: "kueue" is not an object; write keys below it
          appwrapper: []                                 | appwrapper: [] is not an object; write keys below it
          appwrapper: {schedulerName: My Scheduler}      | appwrapper.schedulerName: "My Scheduler" is not a name; use lower-case letters, digits, '-' and '.'
          appwrapper: {defaultQueueName: 5}              | appwrapper.defaultQueueName: 5 is not a name; use lower-case letters, digits, '-' and '.'
          appwrapper: {userRBACAdmissionCheck: maybe}    | appwrapper.userRBACAdmissionCheck: "maybe" is not a truth value; write true or false
          appwrapper: {faultTolerance: {retryLimit: x}}  | appwrapper.faultTolerance.retryLimit: "x" is not a whole number; write one such as 3
          appwrapper: {faultTolerance: {retryLimit: 1.5}} | appwrapper.faultTolerance.retryLimit: 1.5 is not a whole number; write one such as 3
          appwrapper: {faultTolerance: {resetPause: soon}} | appwrapper.faultTolerance.resetPause: "soon" is not a duration; write one such as 90s, 5m or 24h
          appwrapper: {faultTolerance: {resetPause: 1.5}} | appwrapper.faultTolerance.resetPause: 1.5 is not a duration; write one such as 90s, 5m or 24h
          appwrapper: {faultTolerance: {resetPause: -1m}} | appwrapper.faultTolerance.resetPause: "-1m" is negative; write 0s or more
          appwrapper: {faultTolerance: {resetPause: 25h}} | appwrapper.faultTolerance.resetPause: RetryPausePeriod 25h0m0s exceeds GracePeriodCeiling 24h0m0s
          appwrapper: {faultTolerance: {deletionGracePeriod: 25h}} | appwrapper.faultTolerance.deletionGracePeriod: ForcefulDelectionGracePeriod 25h0m0s exceeds GracePeriodCeiling 24h0m0s
          appwrapper: {faultTolerance: {failureGracePeriod: 25h}} | appwrapper.faultTolerance.failureGracePeriod: FailureGracePeriod 25h0m0s exceeds GracePeriodCeiling 24h0m0s
          appwrapper: {faultTolerance: {warmupGracePeriod: 25h}} | appwrapper.faultTolerance.warmupGracePeriod: WarmupGracePeriod 25h0m0s exceeds GracePeriodCeiling 24h0m0s
          appwrapper: {faultTolerance: {admissionGracePeriod: 6m}} | appwrapper.faultTolerance.admissionGracePeriod: AdmissionGracePeriod 6m0s exceeds WarmupGracePeriod 5m0s
          appwrapper: {faultTolerance: {successTTLCeiling: 0s}} | appwrapper.faultTolerance.successTTLCeiling: SuccessTTL 0s is not a positive duration
          appwrapper: {autopilot: {preferNoScheduleWeight: 101}} | appwrapper.autopilot.preferNoScheduleWeight: 101 is not between 1 and 100
          appwrapper: {autopilot: {resourceTaints: {gpu: {}}}} | appwrapper.autopilot.resourceTaints.gpu: {} is not a list; write one item per line, each behind a dash
          appwrapper: {autopilot: {resourceTaints: {a.b/c: [{key: k, value: v, effect: NoRun}]}}} | appwrapper.autopilot.resourceTaints[a.b/c][0].effect: "NoRun" is not one of NoSchedule, NoExecute, PreferNoSchedule
          appwrapper: {autopilot: {resourceTaints: {a.b/c: [{key: k, value: v}]}}} | appwrapper.autopilot.resourceTaints[a.b/c][0].effect: is needed and not set; write one of NoSchedule, NoExecute, PreferNoSchedule
          appwrapper: {autopilot: {resourceTaints: {a.b/c: [{key: k, value: 1, effect: NoExecute}]}}} | appwrapper.autopilot.resourceTaints[a.b/c][0].value: 1 is not text; put it in quotes
          """)
  void is_refused_with_key_value_rule_and_fix(String written, String said) {
    assertThat(refused(written)).containsExactly(said);
  }

  @Test
  void tells_everything_that_is_wrong_at_once() {
    assertThat(
            refused(
                """
                queueing: {mode: auto}
                appwrapper:
                  userRBACAdmissionCheck: 1
                  faultTolerance: {warmupGracePeriod: 30s}
                """))
        .hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          appwrapper: {faultTolerence: {}}               | appwrapper.faultTolerence: unknown key, it has no effect; did you mean faultTolerance?
          webhooksEnabled: false                         | webhooksEnabled: has no effect here: install with --set webhook=false
          certManagement: {certificateDir: /tmp}         | certManagement: has no effect here: the webhook looks after its certificate itself
          appwrapper: {enableKueueIntegrations: true}    | appwrapper.enableKueueIntegrations: has no effect here: queueing.mode says who queues
          appwrapper: {faultTolerance: {resetPause: 90}} | appwrapper.faultTolerance.resetPause: 90 is read as 90ns, for a number without a unit counts nanoseconds; write a unit, such as 90s
          appwrapper: {autopilot: {resourceTaints: {tpu: [{key: k, value: v, effect: NoExecute, until: x}]}}} | appwrapper.autopilot.resourceTaints.tpu[0].until: unknown key, it has no effect
          """)
  void warns_of_what_does_nothing_or_other_than_it_seems(String written, String said) {
    assertThat(read(written))
        .isInstanceOfSatisfying(
            Reading.Understood.class,
            understood ->
                assertThat(understood.warnings()).map(Problem::toString).containsExactly(said));
  }

  private static WrapperSettings settings(String written) {
    if (read(written) instanceof Reading.Understood(var settings, var warnings)) {
      assertThat(warnings).isEmpty();
      return settings;
    }
    throw new AssertionError(refused(written));
  }

  private static List<String> refused(String written) {
    return switch (read(written)) {
      case Reading.Understood _ -> List.of();
      case Reading.Refused(var problems) -> problems.stream().map(Problem::toString).toList();
    };
  }

  private static Reading read(String written) {
    try {
      return WrapperConfig.read(new YAMLMapper().readTree(written));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
