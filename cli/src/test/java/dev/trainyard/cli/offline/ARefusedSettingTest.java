package dev.trainyard.cli.offline;

import static dev.trainyard.cli.offline.SettingsDesk.TINY;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ARefusedSettingTest {

  private static final String NAME =
      "use lower-case letters, digits and '-', start with a letter, end with a letter or digit";

  private static final String LABEL =
      "use lower-case letters, digits, '-', '.' and '_', start with a letter, end with a letter or"
          + " digit";

  @TempDir private Path directory = Path.of("");

  /// A third line of settings, and what is said of it.
  record Mistake(String chart, String line, String said) {
    static Mistake of(String line, String said) {
      return new Mistake("1.1.5", line, said);
    }

    static Mistake newest(String line, String said) {
      return new Mistake("1.1.12", line, said);
    }

    @Override
    public String toString() {
      return line;
    }
  }

  static List<Mistake> scalars() {
    return List.of(
        Mistake.of(
            "numPods: \"2\"",
            "numPods: expected a whole number, got text \"2\"; remove the quotes"),
        Mistake.of("numPods: 2.5", "numPods: expected a whole number, got the number 2.5"),
        Mistake.of("numPods: 0", "numPods: must be at least 1; got 0"),
        Mistake.of("numPods: [1]", "numPods: expected a whole number, got a list"),
        Mistake.of("numGpusPerPod: -1", "numGpusPerPod: must be at least 0; got -1"),
        Mistake.of(
            "numCpusPerPod: 1.5",
            "numCpusPerPod: expected a whole number, or text such as 500m, got the number 1.5"),
        Mistake.of(
            "numCpusPerPod: \"2\"",
            "numCpusPerPod: expected a whole number, or text such as 500m; got \"2\"; remove the"
                + " quotes"),
        Mistake.of(
            "totalMemoryPerPod: \"1024\"",
            "totalMemoryPerPod: expected a whole number with a suffix such as Gi or M; got"
                + " \"1024\""),
        Mistake.of(
            "totalMemoryPerPod: 1024",
            "totalMemoryPerPod: expected a whole number with a suffix such as Gi or M; got the"
                + " number 1024"),
        Mistake.of(
            "limitMemoryPerPod: 1.5Gi",
            "limitMemoryPerPod: expected a whole number with a suffix such as Gi or M; got"
                + " \"1.5Gi\""),
        Mistake.of(
            "limitMemoryPerPod: \"1Gi\\n\"",
            "limitMemoryPerPod: expected a whole number with a suffix such as Gi or M; got"
                + " \"1Gi\\u000a\""),
        Mistake.of("retryLimit: 101", "retryLimit: must be between 0 and 100; got 101"),
        Mistake.of(
            "retryPausePeriodDuration: 90",
            "retryPausePeriodDuration: expected a whole number followed by s, m, h or d; got the"
                + " number 90"),
        Mistake.of(
            "retryPausePeriodDuration: 1h30m",
            "retryPausePeriodDuration: expected a whole number followed by s, m, h or d; got"
                + " \"1h30m\""),
        Mistake.of(
            "warmupGracePeriodDuration: ''",
            "warmupGracePeriodDuration: expected a whole number followed by s, m, h or d; got"
                + " \"\""),
        Mistake.of(
            "priority: urgent",
            "priority: expected one of default-priority, low-priority, high-priority; got"
                + " \"urgent\""),
        Mistake.of(
            "priority: High-Priority",
            "priority: expected one of default-priority, low-priority, high-priority; got"
                + " \"High-Priority\"; did you mean high-priority?"),
        Mistake.of(
            "restartPolicy: ExitCode",
            "restartPolicy: expected one of Never, Always, OnFailure; got \"ExitCode\""),
        Mistake.of(
            "disableSharedMemory: \"true\"",
            "disableSharedMemory: expected true or false, got text \"true\"; remove the quotes"),
        Mistake.of(
            "queueName: ''", "queueName: %s, at most 63 characters; got \"\"".formatted(NAME)),
        Mistake.of("queueName: 5", "queueName: expected text, got the number 5; put it in quotes"),
        Mistake.of(
            "mainProgram: 5", "mainProgram: expected text, got the number 5; put it in quotes"),
        Mistake.of(
            "serviceAccountName: Me",
            "serviceAccountName: %s, at most 63 characters; got \"Me\"".formatted(NAME)),
        Mistake.of("numGpuPerPod: 8", "numGpuPerPod: no such setting; did you mean numGpusPerPod?"),
        Mistake.of(
            "global: {}", "global: no such setting; remove it, or see --init for those there are"),
        Mistake.of(
            "nonsense: null",
            "nonsense: no such setting; remove it, or see --init for those there are"),
        Mistake.of(
            "scheduler_name: a",
            "scheduler_name: no such setting; schedulerName is one of another chart"),
        Mistake.of(
            "schedulerName: sakkara",
            "schedulerName: not a setting of chart 1.1.5 (since 1.1.7); use --chart 1.1.12"),
        Mistake.of(
            "namespace: null",
            "namespace: not a setting of chart 1.1.5 (since 1.1.6); use --chart 1.1.12"),
        Mistake.of(
            "envFrom: []",
            "envFrom: not a setting of chart 1.1.5 (since 1.1.11); use --chart 1.1.12"),
        Mistake.of(
            "imagePullPolicy: Always",
            "imagePullPolicy: not a setting of chart 1.1.5 (since 1.1.9); use --chart 1.1.12"),
        Mistake.of(
            "successTTLDuration: 1h",
            "successTTLDuration: not a setting of chart 1.1.5 (since 1.1.8); use --chart 1.1.12"),
        Mistake.newest(
            "bypassCoscheduler: true",
            "bypassCoscheduler: not a setting of chart 1.1.12 (until 1.1.6); use schedulerName:"
                + " default-scheduler"),
        Mistake.of("numRoceGdr: 2", "numRoceGdr: must be 0 unless numPods is greater than 1"),
        Mistake.of(
            "{numRoceGdr: 1, numPods: null}",
            "numRoceGdr: must be 0 unless numPods is greater than 1"));
  }

  static List<Mistake> lists() {
    return List.of(
        Mistake.of("volumes: data", "volumes: expected a list, got text \"data\""),
        Mistake.of("volumes: {}", "volumes: expected a list, got an object"),
        Mistake.of("volumes: [data]", "volumes[0]: expected an object, got text \"data\""),
        Mistake.of(
            "volumes: [{name: a, mountPath: /a}]", "volumes[0].claimName: required, but not set"),
        Mistake.of(
            "volumes: [{name: a, claimName: '', mountPath: /a}]",
            "volumes[0].claimName: required, but not set"),
        Mistake.of(
            "volumes: [{name: [a], claimName: a, mountPath: /a}]",
            "volumes[0].name: expected text, got a list"),
        Mistake.of(
            "imagePullSecrets: [{nam: a}]", "imagePullSecrets[0].name: required, but not set"),
        Mistake.of(
            "initContainers: [{name: a, image: b}]",
            "initContainers[0].command: required, but not set"),
        Mistake.of(
            "initContainers: [{name: a, image: b, command: [[x]]}]",
            "initContainers[0].command[0]: expected text, a number or a truth value, got a list"),
        Mistake.of(
            "initContainers: [{name: a, image: b, command: 5}]",
            "initContainers[0].command: expected a list of words, got the number 5"),
        Mistake.of(
            "setupCommands: [{a: b}]",
            "setupCommands[0]: expected text, a number or a truth value, got an object"),
        Mistake.of("setupCommands: ls", "setupCommands: expected a list, got text \"ls\""),
        Mistake.of(
            "hostIgnoreList: [[a]]",
            "hostIgnoreList[0]: expected text, a number or a truth value, got a list"),
        Mistake.newest("envFrom: [a]", "envFrom[0]: expected an object, got text \"a\""),
        Mistake.of("customLabels: [{value: b}]", "customLabels[0].key: required, but not set"),
        Mistake.of("customLabels: [{key: a}]", "customLabels[0].value: required, but not set"),
        Mistake.of(
            "customLabels: [{key: a, value: 5}]",
            "customLabels[0].value: expected text that starts with a letter, got the number 5"),
        Mistake.of(
            "customLabels: [{key: a, value: 1a}]",
            "customLabels[0].value: %s; got \"1a\"".formatted(LABEL)),
        Mistake.of(
            "customLabels: [{key: A, value: b}]",
            "customLabels[0].key: %s; got \"A\"".formatted(LABEL)),
        Mistake.of(
            "customLabels: [{key: acme.io/my_team, value: b}]",
            "customLabels[0].key: use lower-case letters, digits, '-' and '.', start with a letter,"
                + " end with a letter or digit after the '/'; got \"my_team\""),
        Mistake.of(
            "customLabels: [{key: %s, value: b}]".formatted("a".repeat(64)),
            "customLabels[0].key: at most 63 characters, got 64; shorten it"),
        Mistake.of(
            "customLabels: [{key: a/%s, value: b}]".formatted("b".repeat(255)),
            "customLabels[0].key: at most 254 characters after the '/', got 255; shorten it"),
        Mistake.of(
            "environmentVariables: [{value: a}]",
            "environmentVariables[0].name: required, but not set"),
        Mistake.of(
            "environmentVariables: [{name: A}]",
            "environmentVariables[0].value: required, but not set; give a value or a secret"),
        Mistake.of(
            "environmentVariables: [{name: A, value: ''}]",
            "environmentVariables[0].value: required, but not set; there is no way to set an empty"
                + " variable; leave it out"),
        Mistake.of(
            "environmentVariables: [{name: A, value: false}]",
            "environmentVariables[0].value: required, but not set; put false in quotes"),
        Mistake.of(
            "environmentVariables: [{name: A, secret: {}}]",
            "environmentVariables[0].value: required, but not set; give a value or a secret"),
        Mistake.of(
            "environmentVariables: [{name: A, secret: {name: s}}]",
            "environmentVariables[0].secret.key: required, but not set"),
        Mistake.of(
            "environmentVariables: [{name: A, secret: s}]",
            "environmentVariables[0].secret: expected an object, got text \"s\""),
        Mistake.of(
            "environmentVariables: [{name: A, value: [1]}]",
            "environmentVariables[0].value: expected text, a number or true, got a list"),
        Mistake.of(
            "environmentVariables: [{name: A, configmap: {name: a, key: b}}]",
            "environmentVariables[0].value: required, but not set; for a configmap use --chart"
                + " 1.1.12"),
        Mistake.newest(
            "environmentVariables: [{name: A, configMap: {name: a, key: b}}]",
            "environmentVariables[0].value: required, but not set; did you mean configmap?"),
        Mistake.newest(
            "{topologyFileConfigMap: t, environmentVariables: [{name: B, value: c}, {name:"
                + " NCCL_TOPO_FILE, value: x}]}",
            "environmentVariables[1].name: NCCL_TOPO_FILE cannot be set together with"
                + " topologyFileConfigMap; remove one of them"));
  }

  static List<Mistake> objects() {
    return List.of(
        Mistake.of("mountNVMe: {mountPath: /a}", "mountNVMe.storage: required, but not set"),
        Mistake.of(
            "mountNVMe: {storage: 1Gi, size: 2}",
            "mountNVMe.size: no such part; there are storage, mountPath"),
        Mistake.of(
            "mountNVMe: {storage: 1Gi, mountpath: /a}",
            "mountNVMe.mountpath: no such part; did you mean mountPath?"),
        Mistake.of(
            "mountNVMe: {storage: 1Gi, mountPath: null}",
            "mountNVMe.mountPath: expected text, got null"),
        Mistake.of("mountNVMe: 1Gi", "mountNVMe: expected an object, got text \"1Gi\""),
        Mistake.of(
            "sshGitCloneConfig: {secretName: a}",
            "sshGitCloneConfig.configMapName: required, but not set"),
        Mistake.of(
            "sshGitCloneConfig: {secretName: A, configMapName: b}",
            "sshGitCloneConfig.secretName: %s, at most 63 characters; got \"A\"".formatted(NAME)),
        Mistake.of(
            "sshGitCloneConfig: {secretName: a, configMapName: b, sshCmd: null}",
            "sshGitCloneConfig.sshCmd: expected text, got null"));
  }

  @ParameterizedTest
  @MethodSource({"scalars", "lists", "objects"})
  void is_told_with_its_line_and_its_rule_and_makes_nothing(Mistake mistake) {
    var line = mistake.line().startsWith("{") ? "<<: " + mistake.line() : mistake.line();

    var outcome = new SettingsDesk(directory, mistake.chart(), TINY + line + "\n").run();

    assertThat(outcome.err().lines()).containsExactly("s.yaml:3: " + mistake.said(), "1 problem");
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.status()).isEqualTo(2);
  }

  @Test
  void does_not_hide_the_others() {
    var settings =
        """
        # nothing is right here
        jobName: 9-Lives
        retryLimit: 101
        numPod: 3
        numPods: two
        volumes:
        - name: data
          mountPath: /data
        - {}
        """;

    var outcome = new SettingsDesk(directory, "1.1.5", settings).run();

    assertThat(outcome.err().lines())
        .containsExactly(
            "s.yaml:2: jobName: " + NAME + "; got \"9-Lives\"",
            "s.yaml: containerImage: required, but not set",
            "s.yaml:5: numPods: expected a whole number, got text \"two\"",
            "s.yaml:7: volumes[0].claimName: required, but not set",
            "s.yaml:9: volumes[1].name: required, but not set",
            "s.yaml:9: volumes[1].claimName: required, but not set",
            "s.yaml:9: volumes[1].mountPath: required, but not set",
            "s.yaml:3: retryLimit: must be between 0 and 100; got 101",
            "s.yaml:4: numPod: no such setting; remove it, or see --init for those there are",
            "9 problems");
  }

  @Test
  void is_a_name_of_more_than_fifty_characters() {
    var fifty = "a".repeat(50);
    var image = "containerImage: i\njobName: ";

    assertThat(new SettingsDesk(directory, "1.1.5", image + fifty).run().status()).isZero();
    assertThat(new SettingsDesk(directory, "1.1.5", image + fifty + "a").run().err())
        .startsWith("s.yaml:2: jobName: at most 50 characters, got 51; shorten it\n");
  }

  @Test
  void is_a_required_one_that_is_null_or_empty() {
    var outcome = new SettingsDesk(directory, "1.1.5", "jobName: null\ncontainerImage: ''\n").run();

    assertThat(outcome.err().lines())
        .containsExactly(
            "s.yaml:1: jobName: required, but not set",
            "s.yaml:2: containerImage: required, but not set",
            "2 problems");
  }
}
