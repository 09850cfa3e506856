package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.Project.workload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Problem;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnInvalidWorkloadTest {

  private static final String GOOD = "{name: {value: j}, image: {value: i}, ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Names
        "name: {value: J} | name: \"J\" must be no more than 49 lower case letters, digits and '-',"
            + " start with a letter and end with a letter or digit",
        "name: {value: 1j} | name: \"1j\" must be no more than 49 lower case letters, digits and"
            + " '-', start with a letter and end with a letter or digit",
        "name: {value: j-} | name: \"j-\" must be no more than 49 lower case letters, digits and"
            + " '-', start with a letter and end with a letter or digit",
        // Container
        "image: {value: ''} | image: is required",
        "imagePullPolicy: {value: sometimes} | imagePullPolicy: Unsupported value: \"sometimes\":"
            + " supported values: \"Always\", \"IfNotPresent\", \"Never\"",
        "command: {value: \"a 'b\"} | command: has an unbalanced quote: ' is never closed",
        "arguments: {value: 'a \"b'} | arguments: has an unbalanced quote: \" is never closed",
        "workingDir: {value: here} | workingDir: must be an absolute path, found \"here\"",
        "tty: {value: true} | tty: needs stdin; set stdin to true",
        "environment: {items: {1A: {value: x}}} | environment.1A: \"1A\" is no name of a variable;"
            + " it consists of letters, digits, '-', '_' and '.', and does not start with a digit",
        "environment: {items: {A: {value: 'SECRET:s'}}} | environment.A: must be"
            + " SECRET:<name>,<key>",
        "environment: {items: {A: {value: 'SECRET:,k'}}} | environment.A: must be"
            + " SECRET:<name>,<key>",
        "environment: {items: {A: {value: 'SECRET:s,'}}} | environment.A: must be"
            + " SECRET:<name>,<key>",
        // Security
        "{runAsUser: {value: true}, runAsUid: {value: 0}} | runAsUid: must be at least 1: runAsUser"
            + " means a user other than root",
        "{runAsUser: {value: true}, runAsUid: {value: 0}, runAsNonRoot: {value: true}} |"
            + " runAsNonRoot: must not be true with runAsUid 0; runAsUid: must be at least 1:"
            + " runAsUser means a user other than root",
        "runAsGid: {value: -1} | runAsGid: must not be negative",
        "supplementalGroups: {value: '1;x'} | supplementalGroups: must be integers separated by ';'"
            + " or ',', found \"x\"",
        "seccompProfileType: {value: Localhost} | seccompProfileType: Localhost is not supported;"
            + " use RuntimeDefault or Unconfined",
        "capabilities: {items: {a: {value: {}}}} | capabilities.a.capability: is required",
        // Compute
        "gpu: {value: 1.5} | gpu: must be a whole number, or a fraction between 0 and 1",
        "gpu: {value: -1} | gpu: must not be negative",
        "gpu: {value: 0.001} | gpu: must be at least 0.01",
        "{gpu: {value: 1}, gpuMemory: {value: 4G}} | gpu: gpu, gpuMemory and migProfile are"
            + " mutually exclusive",
        "{gpu: {value: 1}, migProfile: {value: 1g.5gb}} | gpu: gpu, gpuMemory and migProfile are"
            + " mutually exclusive",
        "{gpuMemory: {value: 1G}, migProfile: {value: 1g.5gb}} | gpu: gpu, gpuMemory and migProfile"
            + " are mutually exclusive",
        "gpuMemory: {value: 99M} | gpuMemory: must be at least 100M",
        "gpuLimit: {value: 1} | gpuLimit: needs a fraction in gpu, or gpuMemory",
        "{gpu: {value: 2}, gpuLimit: {value: 1}} | gpuLimit: needs a fraction in gpu, or gpuMemory",
        "{gpu: {value: 0.5}, gpuLimit: {value: 0.4}} | gpuLimit: must be between gpu 0.5 and 1",
        "{gpu: {value: 0.5}, gpuLimit: {value: 1G}} | gpuLimit: must be between gpu 0.5 and 1",
        "{gpuMemory: {value: 2G}, gpuLimit: {value: 0.5}} | gpuLimit: must be a size no less than"
            + " gpuMemory 2G",
        "{cpu: {value: 2}, cpuLimit: {value: 1500m}} | cpuLimit: must be no less than cpu 2",
        "{memory: {value: 1Gi}, memoryLimit: {value: 1G}} | memoryLimit: must be no less than"
            + " memory 1Gi",
        "cpu: {value: 0} | cpu: must be greater than 0",
        "{gpu: {value: 2}, gpuDevices: {value: 3}} | gpuDevices: gpu asks for 2 whole GPUs already;"
            + " remove one of the two",
        "extendedResources: {items: {a: {value: {name: fpga, quantity: 1}}}} |"
            + " extendedResources.a.name: \"fpga\" has no domain, as in example.com/device",
        "extendedResources: {items: {a: {value: {resource: nvidia.com/gpu, quantity: 1}}}} |"
            + " extendedResources.a.name: GPUs are asked for with the field gpu",
        "extendedResources: {items: {a: {value: {name: x.y/z, quantity: 0}}}} |"
            + " extendedResources.a.quantity: must be greater than 0",
        // Scheduling
        "nodePools: {value: 'a b a'} | nodePools: \"a\" is named twice",
        "nodePools: {value: 'a,B'} | nodePools: \"B\" is no node pool; it consists of lower case"
            + " letters, digits and '-', and starts with a letter",
        "tolerations: {items: {a: {value: {key: k}}}} | tolerations.a.operator: is required",
        "tolerations: {items: {a: {value: {operator: Exists}}}} | tolerations.a.key: is required",
        "tolerations: {items: {a: {value: {operator: Equal, key: k}}}} | tolerations.a.value: is"
            + " required with the operator Equal",
        "tolerations: {items: {a: {value: {operator: Equal, key: '', value: v}}}} |"
            + " tolerations.a.key: is required unless the operator is Exists",
        "tolerations: {items: {a: {value: {operator: Exists, key: k, value: v}}}} |"
            + " tolerations.a.value: must be left out with the operator Exists",
        "tolerations: {items: {a: {value: {operator: Exists, key: k, seconds: 5}}}} |"
            + " tolerations.a.seconds: needs the effect NoExecute",
        "tolerations: {items: {a: {value: {operator: Exists, key: k, seconds: 0, effect:"
            + " NoExecute}}}} | tolerations.a.seconds: must be at least 1",
        "podAffinity: {value: true} | podAffinityTopology: is required with podAffinity",
        "podAffinityTopology: {value: k} | podAffinityTopology: needs podAffinity; set podAffinity"
            + " to true",
        "podAffinitySchedulingRule: {value: hard} | podAffinitySchedulingRule: needs podAffinity;"
            + " set podAffinity to true",
        "preemptionLimit: {value: -1} | preemptionLimit: must not be negative",
        // Lifecycle
        "parallelism: {value: 2} | parallelism: must be no more than completions 1",
        "{parallelism: {value: 3}, completions: {value: 2}} | parallelism: must be no more than"
            + " completions 2",
        "completions: {value: 0} | completions: must be at least 1; parallelism: must be no more"
            + " than completions 0",
        "backoffLimit: {value: -1} | backoffLimit: must not be negative",
        "autoDeletionTimeAfterCompletionSeconds: {value: -1} |"
            + " autoDeletionTimeAfterCompletionSeconds: must not be negative",
        "processes: {value: 2} | processes: needs mpi; set mpi to true",
        "slotsPerWorker: {value: 2} | slotsPerWorker: needs mpi; set mpi to true",
        "{mpi: {value: true}, completions: {value: 2}} | completions: must be 1 with mpi; processes"
            + " says how many workers there are",
        "{mpi: {value: true}, processes: {value: 0}} | processes: must be at least 1",
        // Storage
        "pvcs: {items: {a: {value: {size: 1G}}}} | pvcs.a.path: is required",
        "pvcs: {items: {a: {value: {path: /a}}}} | pvcs.a.size: is required unless existingPvc is"
            + " true",
        "pvcs: {items: {a: {value: {path: /a, existingPvc: true}}}} | pvcs.a.claimName: is required"
            + " with existingPvc",
        "pvcs: {items: {a: {value: {path: a, size: 1G}}}} | pvcs.a.path: must be an absolute path,"
            + " found \"a\"",
        "nfs: {items: {a: {value: {path: /a, mountPath: /b}}}} | nfs.a.nfsServer: is required",
        "volumes: {items: {a: {value: {sourcePath: a, targetPath: /b}}}} | volumes.a.sourcePath:"
            + " must be an absolute path, found \"a\"",
        "s3: {items: {a: {value: {bucket: b, path: /p, key: k}}}} | s3.a.secret: is required with"
            + " key",
        "gitSync: {items: {a: {value: {repository: r, directory: /d, username: u}}}} |"
            + " gitSync.a.password: is required with username",
        "gitSync: {items: {a: {value: {repository: r}}}} | gitSync.a.directory: is required",
        "{volumes: {items: {a: {value: {sourcePath: /x, targetPath: /p}}}}, emptyDirVolumes:"
            + " {items: {b: {value: {path: /p/}}}}} | volumes: duplicate mount path /p",
        "{largeShm: {value: true}, emptyDirVolumes: {items: {b: {value: {path: /dev/shm}}}}} |"
            + " volumes: duplicate mount path /dev/shm",
        // Network
        "ports: {items: {a: {value: {external: 80}}}} | ports.a.container: is required",
        "ports: {items: {a: {value: {container: 70000}}}} | ports.a.container: must be between 1"
            + " and 65535",
        "ports: {items: {a: {value: {container: 80, external: 80, serviceType: nodeport}}}} |"
            + " ports.a.external: must be between 30000 and 32767",
        "{serviceType: {value: NodePort}, ports: {items: {a: {value: {container: 80, external:"
            + " 32768}}}}} | ports.a.external: must be between 30000 and 32767",
        "{serviceType: {value: NodePort}, ports: {items: {a: {value: {container: 1, external:"
            + " 30000}}, b: {value: {container: 2, external: 30000}}}}} | ports.b.external:"
            + " duplicate node port 30000",
        "exposedUrls: {items: {a: {value: {container: 80, authorizedUsers: [a], authorizedGroups:"
            + " [b]}}}} | exposedUrls.a.authorizedGroups: authorizedUsers and authorizedGroups are"
            + " mutually exclusive",
      })
  void is_refused_for_each_reason(String fields, String message) {
    assertThat(refusal(with(fields)).message()).isEqualTo(message);
    assertThat(refusal(with(fields)).reason()).isEqualTo(Submission.Reason.VALIDATION_FAILED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "migProfile: {value: 9g.1gb} | migProfile",
        "serviceType: {value: Ingress} | serviceType",
        "seccompProfileType: {value: Strict} | seccompProfileType",
        "capabilities: {items: {a: {value: {capability: CAP_KILL}}}} | capabilities.a.capability",
        "tolerations: {items: {a: {value: {operator: Is, key: k}}}} | tolerations.a.operator",
        "tolerations: {items: {a: {value: {operator: Exists, key: k, effect: Never}}}} |"
            + " tolerations.a.effect",
        "{podAffinity: {value: true}, podAffinityTopology: {value: k}, podAffinitySchedulingRule:"
            + " {value: firm}} | podAffinitySchedulingRule",
        "ports: {items: {a: {value: {container: 1, serviceType: Any}}}} | ports.a.serviceType",
        "pvcs: {items: {a: {value: {path: /a, size: 1G, volumeMode: Raw}}}} | pvcs.a.volumeMode",
      })
  void is_told_the_words_it_may_use(String fields, String place) {
    assertThat(refusal(with(fields)).message())
        .startsWith(place + ": Unsupported value: ")
        .contains("supported values: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: {items: {'a b': {value: x}}}",
        "labels: {items: {a: {value: 'x y'}}}",
        "annotations: {items: {'a b': {value: x}}}",
        "nodeType: {value: 'a b'}",
        "{podAffinity: {value: true}, podAffinityTopology: {value: 'a b'}}",
        "pvcs: {items: {a: {value: {path: /a, claimName: A, existingPvc: true}}}}",
        "imagePullSecrets: {value: 'good Bad'}",
      })
  void is_refused_names_that_kubernetes_would_refuse(String fields) {
    assertThat(refusal(with(fields)).problems())
        .singleElement()
        .extracting(Problem::message)
        .asString()
        .startsWith("Invalid value: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gpu: {value: \"0\"}",
        "{gpu: {value: \"0\"}, gpuMemory: {value: 4G}}",
        "gpu: {value: 8}",
        "gpu: {value: 0.01}",
        "{gpu: {value: 0.5}, gpuLimit: {value: 0.5}}",
        "{gpu: {value: 0.5}, gpuDevices: {value: 2}}",
        "gpuMemory: {value: 100M}",
        "{gpuMemory: {value: 2G}, gpuLimit: {value: 2Gi}}",
        "{gpuMemory: {value: 2G}, gpuMemoryLimit: {value: 2Gi}}",
        "{cpu: {value: 1}, cpuLimit: {value: 1000m}}",
        "imagePullPolicy: {value: IFNOTPRESENT}",
        "serviceType: {value: loadbalancer}",
        "command: {value: \"/bin/zsh -c 'a && b'\"}",
        "environment: {items: {.a-b: {value: x}, T: {value: 'SECRET:s1,tok'}}}",
        "{tty: {value: true}, stdin: {value: true}}",
        "{runAsUser: {value: true}, runAsUid: {value: 1000}, runAsGid: {value: 0}}",
        "supplementalGroups: {value: '10; 20,30'}",
        "supplementalGroups: {value: ''}",
        "nodePools: {value: 'a b,c'}",
        "tolerations: {items: {a: {value: {operator: Exists, key: ''}}}}",
        "tolerations: {items: {a: {value: {operator: Exists, key: k, effect: NoExecute, seconds:"
            + " 5}}}}",
        "{podAffinity: {value: true}, podAffinityTopology: {value: zone},"
            + " podAffinitySchedulingRule: {value: Required}}",
        "{parallelism: {value: 2}, completions: {value: 2}}",
        "{mpi: {value: true}, processes: {value: 4}, slotsPerWorker: {value: 2}}",
        "pvcs: {items: {a: {value: {path: /a, size: 1G}}}}",
        "s3: {items: {a: {value: {bucket: b, path: /p}}}}",
        "s3: {items: {a: {value: {bucket: b, path: /p, secretName: s, key: k}}}}",
        "gitSync: {items: {a: {value: {repository: r, path: /d, secretName: s, username: u}}}}",
        "ports: {items: {a: {value: {container: 80, external: 80}}}}",
        "{serviceType: {value: NodePort}, ports: {items: {a: {value: {container: 1, external:"
            + " 30000}}, b: {value: {container: 2, external: 30000, serviceType: ClusterIP}}}}}",
      })
  void would_be_valid_like_this(String fields) {
    assertThat(Submission.of(workload(with(fields)), new Project()))
        .isInstanceOf(Submission.Accepted.class);
  }

  @Test
  void has_neither_name_nor_image() {
    assertThat(refusal("{}").message())
        .isEqualTo("image: is required; name: either name or namePrefix must be provided");
  }

  @Test
  void has_a_name_that_is_too_long() {
    assertThat(Submission.of(workload(named("name", 49)), new Project()))
        .isInstanceOf(Submission.Accepted.class);
    assertThat(refusal(named("name", 50)).problems()).hasSize(1);
    assertThat(Submission.of(workload(named("namePrefix", 47)), new Project()))
        .isInstanceOf(Submission.Accepted.class);
    assertThat(refusal(named("namePrefix", 48)).problems()).hasSize(1);
  }

  @Test
  void hears_of_everything_at_once_and_of_nothing_twice() {
    assertThat(
            refusal("{name: j, gpus: {value: 1}, cpu: {value: many}, completions: {value: 0}}")
                .message())
        .isEqualTo(
            "completions: must be at least 1; cpu: must be a number or a quantity such as 0.5, 500m"
                + " or 2Gi, found the string \"many\"; gpus: unknown field; did you mean gpu?;"
                + " image: is required; name: must be an object, found the string \"j\"; write"
                + " name: {value: \"j\"}; parallelism: must be no more than completions 0");
  }

  @Test
  void is_refused_at_the_door_for_the_same_reasons() {
    assertThat(Rules.check(workload("{gpu: {value: 1.5}}"), Optional.empty(), new Project()))
        .containsExactlyInAnyOrder(
            Problem.error(
                "spec.gpu.value", "must be a whole number, or a fraction between 0 and 1"),
            Problem.error("spec.image.value", "is required"),
            Problem.error("spec.name", "either name or namePrefix must be provided"));
  }

  private static Submission.Refused refusal(String spec) {
    return (Submission.Refused) Submission.of(workload(spec), new Project());
  }

  private static String named(String field, int length) {
    return "{image: {value: i}, %s: {value: %s}}".formatted(field, "a".repeat(length));
  }

  /// A workload that is good but for these fields, which count before those it has already.
  private static String with(String fields) {
    var bare = fields.strip();
    var inner = bare.startsWith("{") ? bare.substring(1, bare.length() - 1) : bare;
    if (inner.startsWith("name:")) {
      return "{image: {value: i}, %s}".formatted(inner);
    }
    return inner.startsWith("image:")
        ? "{name: {value: j}, %s}".formatted(inner)
        : GOOD + inner + "}";
  }
}
