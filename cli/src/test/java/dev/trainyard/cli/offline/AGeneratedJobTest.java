package dev.trainyard.cli.offline;

import static dev.trainyard.cli.offline.SettingsDesk.TINY;
import static dev.trainyard.cli.offline.SettingsDesk.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AGeneratedJobTest {

  private static final String ABSENT = "absent";
  private static final int SCRIPT_INDENT = 20;

  private static final String OPENING =
      """
      echo "Environment variables set by the kubeflow training operator:"
      echo ${MASTER_ADDR}:${MASTER_PORT}
      echo "PYTHONUNBUFFERED:"${PYTHONUNBUFFERED}
      echo My global rank is ${RANK} / ${WORLD_SIZE}
      echo "Other injected environment variables:"
      echo "NVME_MOUNT_PATH: "${NVME_MOUNT_PATH}
      #
      # User commands
      #
      """;

  private static final String HEAD =
      """
      apiVersion: workload.codeflare.dev/v1beta2
      kind: AppWrapper
      metadata:
        name: tiny
        annotations:
          workload.codeflare.dev.mlbatch/pytorchGeneratorVersion: 1.1.5
        labels:
          kueue.x-k8s.io/queue-name: default-queue
      spec:
        components:
        - template:
            apiVersion: kubeflow.org/v1
            kind: PyTorchJob
            metadata:
              name: tiny
            spec:
              pytorchReplicaSpecs:
                Master:
                  replicas: 1
                  restartPolicy: Never
                  template:
                    metadata: null
                    spec:
                      imagePullSecrets: []
                      priorityClassName: default-priority
                      affinity:
                        nodeAffinity:
                          requiredDuringSchedulingIgnoredDuringExecution:
                            nodeSelectorTerms:
                            - matchExpressions:
                              - key: autopilot.ibm.com/gpuhealth
                                operator: NotIn
                                values:
                                - ERR
                                - TESTING
                                - EVICT
                      volumes:
                      - name: dshm
                        emptyDir:
                          medium: Memory
                      containers:
                      - name: pytorch
                        image: quay.io/acme/trainer:2.1
                        imagePullPolicy: IfNotPresent
                        env: []
                        volumeMounts:
                        - name: dshm
                          mountPath: /dev/shm
                        resources:
                          requests:
                            cpu: 1
                            nvidia.com/gpu: 0
                            memory: 1Gi
                            nvidia.com/roce_gdr: 0
                          limits:
                            cpu: 1
                            nvidia.com/gpu: 0
                            memory: 1Gi
                            nvidia.com/roce_gdr: 0
                        command:
                        - sh
                        - -c
                        - |
      """;

  private static final String ALL =
      """
      jobName: full
      containerImage: img
      namespace: team-a
      queueName: fast
      priority: high-priority
      customLabels: [{key: acme.io/team, value: vision}, {key: run, value: a.b_c}]
      imagePullSecrets: [{name: one}, {name: two}]
      imagePullPolicy: Always
      numPods: 4
      numCpusPerPod: 500m
      numGpusPerPod: 8
      totalMemoryPerPod: 64Gi
      limitCpusPerPod: 4
      limitGpusPerPod: 16
      limitMemoryPerPod: 128Gi
      environmentVariables:
      - {name: RATE, value: 0.15}
      - {name: TOKEN, secret: {name: hub, key: 42}}
      - {name: MODE, configmap: {name: modes, key: fast}}
      envFrom: [{configMapRef: {name: common}, prefix: X_}]
      sshGitCloneConfig: {secretName: key, configMapName: hosts}
      setupCommands: [cd /work, 5, true]
      mainProgram: train.py -n 3
      volumes: [{name: data, claimName: claim, mountPath: /data, readOnly: true}]
      numRoceGdr: 2
      topologyFileConfigMap: topo
      ncclGdrEnvConfigMap: nccl
      multiNicNetworkName: net-a, net-b
      mountNVMe: {storage: 800Gi, mountPath: /scratch}
      initContainers: [{name: first, image: tools, command: [sh, -c, "x: y # z", 5], tty: true}]
      autopilotHealthChecks: [pciebw, 7]
      hostIgnoreList: [n1, 12]
      schedulerName: sakkara
      serviceAccountName: runner
      admissionGracePeriodDuration: 1m
      retryLimit: 0
      successTTLDuration: 48h
      restartPolicy: OnFailure
      terminationGracePeriodSeconds: 0
      """;

  @TempDir private Path directory = Path.of("");

  @Test
  void is_written_like_this_to_the_last_byte() {
    var made = new SettingsDesk(directory, "1.1.5", TINY).run();

    assertThat(made.out()).isEqualTo(HEAD + OPENING.indent(SCRIPT_INDENT));
    assertThat(made.err()).isEmpty();
  }

  @Test
  void of_the_newest_chart_differs_in_its_version_and_in_metadata_that_is_empty() {
    var head =
        HEAD.replace("Version: 1.1.5", "Version: 1.1.12").replaceFirst(" *metadata: null\n", "");

    assertThat(new SettingsDesk(directory, "1.1.12", TINY).run().out())
        .isEqualTo(head + OPENING.indent(SCRIPT_INDENT));
  }

  @Test
  void has_workers_that_are_like_the_master() {
    var job = new SettingsDesk(directory, "1.1.12", ALL).part("J/spec");

    var replicas = job.path("pytorchReplicaSpecs");
    assertThat(job).hasSize(1);
    assertThat(replicas).hasSize(2);
    assertThat(replicas.at("/Master/replicas").intValue()).isEqualTo(1);
    assertThat(replicas.at("/Worker/replicas").intValue()).isEqualTo(3);
    assertThat(replicas.at("/Worker/restartPolicy").textValue()).isEqualTo("OnFailure");
    assertThat(replicas.at("/Worker/template")).isEqualTo(replicas.at("/Master/template"));
  }

  /// A part of the result, as YAML.
  record Part(String chart, String settings, String path, String expected) {
    static Part newest(String settings, String path, String expected) {
      return new Part("1.1.12", settings, path, expected);
    }

    static Part documented(String settings, String path, String expected) {
      return new Part("1.1.5", TINY + settings, path, expected);
    }

    @Override
    public String toString() {
      return "%s of %s".formatted(path, settings.replace(TINY, "").replace('\n', ' ')).strip();
    }
  }

  static List<Part> everythingSwitchedOn() {
    return List.of(
        Part.newest(
            ALL,
            "/metadata",
            """
            name: full
            namespace: team-a
            annotations:
              workload.codeflare.dev.mlbatch/pytorchGeneratorVersion: "1.1.12"
              workload.codeflare.dev.appwrapper/admissionGracePeriodDuration: 1m
              workload.codeflare.dev.appwrapper/retryLimit: "0"
              workload.codeflare.dev.appwrapper/successTTLDuration: 48h
            labels: {kueue.x-k8s.io/queue-name: fast, acme.io/team: vision, run: a.b_c}
            """),
        Part.newest(ALL, "J/metadata", "{name: full, labels: {acme.io/team: vision, run: a.b_c}}"),
        Part.newest(
            ALL,
            "P/metadata",
            """
            labels: {acme.io/team: vision, run: a.b_c, autopilot: "", pciebw: "", "7": ""}
            annotations: {k8s.v1.cni.cncf.io/networks: "net-a, net-b"}
            """),
        Part.newest(ALL, "P/spec/serviceAccountName", "runner"),
        Part.newest(ALL, "P/spec/imagePullSecrets", "[{name: one}, {name: two}]"),
        Part.newest(
            ALL,
            "P/spec/initContainers",
            "[{name: first, image: tools, command: [sh, -c, \"x: y # z\", \"5\"]}]"),
        Part.newest(ALL, "P/spec/terminationGracePeriodSeconds", "0"),
        Part.newest(ALL, "P/spec/schedulerName", "sakkara"),
        Part.newest(ALL, "P/spec/priorityClassName", "high-priority"),
        Part.newest(
            ALL,
            "P/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution",
            """
            nodeSelectorTerms:
            - matchExpressions:
              - {key: autopilot.ibm.com/gpuhealth, operator: NotIn, values: [ERR, TESTING, EVICT]}
              - {key: kubernetes.io/hostname, operator: NotIn, values: [n1, "12"]}
            """),
        Part.newest(
            ALL,
            "P/spec/volumes",
            """
            - {name: topology-volume, configMap: {name: topo}}
            - name: ephemeral-odf-lvm-vg1
              ephemeral:
                volumeClaimTemplate:
                  spec:
                    storageClassName: odf-lvm-vg1
                    volumeMode: Filesystem
                    accessModes: [ReadWriteOnce]
                    resources: {requests: {storage: 800Gi}}
            - {name: data, persistentVolumeClaim: {claimName: claim}}
            - {name: private-ssh-git-deploy-key, secret: {secretName: key, optional: false}}
            - {name: github-known-hosts, configMap: {name: hosts}}
            - {name: dshm, emptyDir: {medium: Memory}}
            """),
        Part.newest(
            ALL,
            "C/volumeMounts",
            """
            - {name: topology-volume, mountPath: /var/run/nvidia-topologyd}
            - {name: ephemeral-odf-lvm-vg1, mountPath: /scratch}
            - {name: data, mountPath: /data}
            - {name: private-ssh-git-deploy-key, readOnly: true, mountPath: /tmp/.ssh/keys}
            - {name: github-known-hosts, mountPath: /tmp/.ssh/hosts}
            - {name: dshm, mountPath: /dev/shm}
            """),
        Part.newest(ALL, "C/imagePullPolicy", "Always"),
        Part.newest(ALL, "C/securityContext", "{capabilities: {add: [IPC_LOCK]}}"),
        Part.newest(
            ALL,
            "C/envFrom",
            "[{configMapRef: {name: common}, prefix: X_}, {configMapRef: {name: nccl}}]"),
        Part.newest(
            ALL,
            "C/env",
            """
            - name: SAKKARA_RANK
              valueFrom: {fieldRef: {fieldPath: "metadata.labels['sakkara.member.rank']"}}
            - {name: NCCL_TOPO_FILE, value: /var/run/nvidia-topologyd/virtualTopology.xml}
            - {name: NVME_MOUNT_PATH, value: /scratch}
            - {name: RATE, value: "0.15"}
            - {name: TOKEN, valueFrom: {secretKeyRef: {name: hub, key: "42"}}}
            - {name: MODE, valueFrom: {configMapKeyRef: {name: modes, key: fast}}}
            - name: GIT_SSH_COMMAND
              value: ssh -i /tmp/.ssh/keys/id_rsa -o UserKnownHostsFile=/tmp/.ssh/hosts/known_hosts -vv
            """),
        Part.newest(
            ALL,
            "C/resources",
            """
            requests: {cpu: 500m, nvidia.com/gpu: 8, memory: 64Gi, nvidia.com/roce_gdr: 2}
            limits: {cpu: 4, nvidia.com/gpu: 16, memory: 128Gi, nvidia.com/roce_gdr: 2}
            """));
  }

  static List<Part> oneSettingAtATime() {
    var git = "sshGitCloneConfig: {secretName: a, configMapName: b, ";
    return List.of(
        Part.documented("bypassCoscheduler: true", "P/spec/schedulerName", "default-scheduler"),
        Part.documented("bypassCoscheduler: null", "P/spec/schedulerName", ABSENT),
        Part.documented("queueName: null", "/metadata/labels", ABSENT),
        Part.documented(
            "customLabels: [{key: kueue.x-k8s.io/queue-name, value: mine}]",
            "/metadata/labels",
            "{kueue.x-k8s.io/queue-name: mine}"),
        Part.documented(
            "customLabels: [{key: a, value: b}, {key: a, value: c}]",
            "J/metadata/labels",
            "{a: c}"),
        Part.documented("customLabels: []", "J/metadata", "{name: tiny}"),
        Part.documented("priority: null", "P/spec/priorityClassName", "null"),
        Part.documented("numPods: null", "J/spec/pytorchReplicaSpecs/Worker", ABSENT),
        Part.documented("numPods: 2.0", "J/spec/pytorchReplicaSpecs/Worker/replicas", "1"),
        Part.documented("numPods: 1e7", "J/spec/pytorchReplicaSpecs/Worker/replicas", "9999999"),
        Part.documented(
            "restartPolicy: null", "J/spec/pytorchReplicaSpecs/Master/restartPolicy", "Never"),
        Part.documented("numCpusPerPod: null", "C/resources/requests/cpu", "null"),
        Part.documented("numCpusPerPod: null", "C/resources/limits/cpu", "null"),
        Part.documented("numCpusPerPod: null\nlimitCpusPerPod: 3", "C/resources/limits/cpu", "3"),
        Part.documented("numCpusPerPod: -2", "C/resources/requests/cpu", "-2"),
        Part.documented("numCpusPerPod: 2000000", "C/resources/limits/cpu", "2000000"),
        Part.documented("numGpusPerPod: null", "C/resources/limits/nvidia.com~1gpu", "null"),
        Part.documented(
            "numGpusPerPod: 4\nlimitGpusPerPod: 0", "C/resources/limits/nvidia.com~1gpu", "4"),
        Part.documented("totalMemoryPerPod: null", "C/resources/requests/memory", "null"),
        Part.documented(
            "roceGdrResName: cpu",
            "C/resources/requests",
            "{cpu: 0, nvidia.com/gpu: 0, memory: 1Gi}"),
        Part.documented(
            "roceGdrResName: ''",
            "C/resources/requests",
            "{cpu: 1, nvidia.com/gpu: 0, memory: 1Gi, nvidia.com/roce_gdr: 0}"),
        Part.documented(
            "serviceAccountName: gdr", "C/securityContext/capabilities/add/0", "IPC_LOCK"),
        Part.documented("serviceAccountName: other", "C/securityContext", ABSENT),
        Part.documented("disableSharedMemory: true", "P/spec/volumes", "[]"),
        Part.documented("disableSharedMemory: true", "C/volumeMounts", "[]"),
        Part.documented("disableSharedMemory: null", "P/spec/volumes", "null"),
        Part.documented("disableSharedMemory: null", "C/volumeMounts", "null"),
        Part.documented(
            "disableSharedMemory: true\ntopologyFileConfigMap: topo", "P/spec/volumes", "[]"),
        Part.documented(
            "disableSharedMemory: true\ntopologyFileConfigMap: topo",
            "C/env",
            "[{name: NCCL_TOPO_FILE, value: /var/run/nvidia-topologyd/virtualTopology.xml}]"),
        Part.documented("mountNVMe: {}", "C/env", "[]"),
        Part.documented("mountNVMe: {storage: '100'}", "C/env/0/value", "/workspace/scratch-nvme"),
        Part.documented("mountNVMe: {storage: '100'}", storage(), "'100'"),
        Part.documented(
            git + "secretMountPath: /k/}", "C/env/0/value", command("/k/", "/tmp/.ssh/hosts")),
        Part.documented(
            git + "configMapMountPath: /h}", "C/env/0/value", command("/tmp/.ssh/keys", "/h")),
        Part.documented(git + "sshCmd: ssh -v}", "C/env/0/value", "ssh -v"),
        Part.documented(
            "initContainers: [{name: a, image: b, command: []}]",
            "P/spec/initContainers",
            "[{name: a, image: b}]"),
        Part.documented(
            "initContainers: [{name: a, image: b, command: '[\"sh\",\"-c\",\"ls\"]'}]",
            "P/spec/initContainers/0/command",
            "[sh, -c, ls]"),
        Part.documented(
            "initContainers: [{name: a, image: b, command: sh -c ls}]",
            "P/spec/initContainers/0/command",
            "sh -c ls"),
        Part.documented(
            "environmentVariables: [{name: A, value: 0, secret: {name: s, key: k}}]",
            "C/env/0/valueFrom/secretKeyRef",
            "{name: s, key: k}"),
        Part.documented(
            "environmentVariables: [{name: A, value: 1, secret: {name: s, key: k}}]",
            "C/env",
            "[{name: A, value: '1'}]"),
        Part.documented(
            "topologyFileConfigMap: t\nenvironmentVariables: [{name: NCCL_TOPO_FILE, value: x}]",
            "C/env",
            "[{name: NCCL_TOPO_FILE, value: /var/run/nvidia-topologyd/virtualTopology.xml},"
                + " {name: NCCL_TOPO_FILE, value: x}]"),
        Part.documented("ncclGdrEnvConfigMap: net", "C/envFrom", "[{configMapRef: {name: net}}]"),
        Part.documented("multiNicNetworkName: ''", "P/metadata", "null"),
        Part.documented(
            "multiNicNetworkName: '[a]'",
            "P/metadata/annotations",
            "{k8s.v1.cni.cncf.io/networks: '[a]'}"),
        Part.documented(
            "retryLimit: 100", "/metadata/annotations/" + pointer("retryLimit"), "'100'"),
        Part.documented(
            "failureGracePeriodDuration: 1d",
            "/metadata/annotations/" + pointer("failureGracePeriodDuration"),
            "1d"));
  }

  private static String storage() {
    return "P/spec/volumes/0/ephemeral/volumeClaimTemplate/spec/resources/requests/storage";
  }

  private static String pointer(String setting) {
    return "workload.codeflare.dev.appwrapper~1" + setting;
  }

  private static String command(String keys, String hosts) {
    return "ssh -i %s/id_rsa -o UserKnownHostsFile=%s/known_hosts -vv".formatted(keys, hosts);
  }

  @ParameterizedTest
  @MethodSource({"everythingSwitchedOn", "oneSettingAtATime"})
  void has_this_part(Part part) {
    var made = new SettingsDesk(directory, part.chart(), part.settings()).part(part.path());

    if (part.expected().equals(ABSENT)) {
      assertThat(made.isMissingNode()).as("%s", made).isTrue();
    } else {
      assertThat(made).isEqualTo(yaml(part.expected()));
    }
  }

  @Test
  void runs_torchrun_with_as_many_processes_as_there_are_gpus() {
    var line =
        "torchrun --nnodes=${WORLD_SIZE} --node_rank=${RANK} --nproc_per_node=8 --rdzv_id=101"
            + " --rdzv_endpoint=\"${MASTER_ADDR}:${MASTER_PORT}\" train.py -n 3\n";

    assertThat(new SettingsDesk(directory, "1.1.12", ALL).script())
        .isEqualTo(
            OPENING
                + "echo \"Sakkara is enabled: using Sakkara-assigned rank instead of the default"
                + " PyTorchJob rank\"\n"
                + "export RANK=$SAKKARA_RANK\n"
                + "cd /work\n5\ntrue\n"
                + "echo executing: "
                + line
                + line);
  }

  @Test
  void leaves_the_number_of_processes_to_torchrun_where_there_are_no_gpus() {
    var line =
        "torchrun --nnodes=${WORLD_SIZE} --node_rank=${RANK} --rdzv_id=101"
            + " --rdzv_endpoint=\"${MASTER_ADDR}:${MASTER_PORT}\" t.py\n";

    var settings = TINY + "mainProgram: t.py\nlimitGpusPerPod: 4\n";
    assertThat(new SettingsDesk(directory, "1.1.5", settings).script())
        .isEqualTo(OPENING + "echo executing: " + line + line);
  }

  /// `|` stands for a line break, `_` for a blank.
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '"',
      textBlock =
          """
          ['a']                       ~ a
          [' a ']                     ~ _a_
          ["a\\n", b]                 ~ a||b
          ["a\\n"]                    ~ a
          ["a\\n\\n", '']             ~ a
          [null, b]                   ~ |b
          ["a\\n      b\\n        c"] ~ a|b|__c
          ["a\\n   \\n      b"]       ~ a||b
          ["a\\n       \\n      b"]   ~ a|_|b
          ["a\\n  b\\n      c"]       ~ a|__b|______c
          ["if x; then\\n  y\\nfi\\n", z] ~ if x; then|__y|fi||z
          [0.15, 1e6, 12:30, no, 2024-06-01, 010] ~ 0.15|1e+06|12:30|false|2024-06-01|8
          """)
  void keeps_the_lines_of_commands_as_the_chart_does(String commands, String lines) {
    var settings = TINY + "setupCommands: " + commands + "\n";

    assertThat(new SettingsDesk(directory, "1.1.5", settings).script())
        .isEqualTo(OPENING + lines.strip().replace('|', '\n').replace('_', ' ') + "\n");
  }

  @Test
  void repeats_a_main_program_of_several_lines_after_an_empty_one() {
    var settings = TINY + "mainProgram: |\n  t.py\n";

    assertThat(new SettingsDesk(directory, "1.1.5", settings).script())
        .contains(" t.py\n\ntorchrun ")
        .endsWith(" t.py\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          256              | 256
          -12              | -12
          2.0              | 2
          1.10             | 1.1
          0.15             | 0.15
          0.0001           | 0.0001
          0.00001          | 1e-05
          3e-4             | 0.0003
          100000           | 100000
          999999           | 999999
          999999.5         | 999999.5
          1000000          | 1e+06
          1234567890       | 1.23456789e+09
          1234567.5        | 1.2345675e+06
          9007199254740993 | 9.007199254740992e+15
          1e23             | 1e+23
          5e-324           | 5e-324
          -1e100           | -1e+100
          0                | 0
          -0.0             | 0
          0x1F             | 31
          0X1f             | 31
          0b101            | 5
          0o17             | 15
          010              | 8
          08               | 8
          0888             | 888
          1_000            | 1000
          1_000.5          | 1000.5
          .5               | 0.5
          1.               | 1
          12e03            | 12000
          yes              | true
          On               | true
          y                | true
          tRue             | tRue
          1,000            | 1,000
          12:30            | 12:30
          2024-06-01       | 2024-06-01
          1e999            | 1e999
          """)
  void has_variables_whose_values_are_text_however_they_are_written(String value, String text) {
    var settings =
        TINY + "environmentVariables: [{name: A, value: !? }]".replace("!?", quoted(value));

    assertThat(new SettingsDesk(directory, "1.1.5", settings).part("C/env/0/value").textValue())
        .isEqualTo(text);
  }

  /// Commas end a word within brackets.
  private static String quoted(String value) {
    return value.contains(",") ? "'" + value + "'" : value;
  }

  /// Whatever a reader of YAML 1.1 or 1.2 could take for something else.
  @ParameterizedTest
  @CsvSource({"'true'", "'null'", "'yes'", "'no'", "'on'", "'off'", "'y'", "'n'"})
  void has_names_that_are_text_even_where_they_look_like_something_else(String name) {
    var settings =
        "jobName: '%s'\ncontainerImage: '%s'\nqueueName: '%s'\n".formatted(name, name, name);
    var desk = new SettingsDesk(directory, "1.1.5", settings);

    assertThat(desk.part("/metadata/name").textValue()).isEqualTo(name);
    assertThat(desk.part("C/image").textValue()).isEqualTo(name);
    assertThat(desk.run().out()).contains("queue-name: \"%s\"".formatted(name));
  }

  @Test
  void is_the_same_bytes_for_the_same_settings() {
    var desk = new SettingsDesk(directory, "1.1.12", ALL);

    assertThat(desk.run().out()).isEqualTo(desk.run().out());
  }
}
