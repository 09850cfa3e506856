package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.List;

/// What is legal in a workload and comes out other than its author may think, here.
final class Remarks {

  static final String UID_UNRESOLVED =
      "is true without runAsUid, and nobody here knows who has submitted it; it runs as whoever its"
          + " image says, and not as root";
  static final String KEY_IGNORED = "is ignored: only the scheduler and its helpers may set it";
  static final String NO_BUCKETS =
      "nothing on one machine mounts a bucket; an empty folder is there instead";
  static final String CHANGE_IGNORED =
      "the change is ignored: the job was submitted with what it was before; submit a new workload";

  private static final String NOT_ENFORCED =
      "is written on the pods, and Kubernetes' own scheduler does not go by it; name one that does";

  private final Workload workload;
  private final Effective values;
  private final List<Problem> remarks = new ArrayList<>();

  private Remarks(Workload workload) {
    this.workload = workload;
    this.values = workload.values();
  }

  static List<Problem> on(Submitted submitted) {
    var remarks = new Remarks(submitted.workload());
    submitted.changed().forEach(field -> remarks.say(Paths.field(field), CHANGE_IGNORED));
    if (submitted.lostPasswords()) {
      remarks.say(
          "spec",
          "the Secret %s is gone, and so are the passwords it was submitted with; make the Secret again"
                  .formatted(Passwords.secret(submitted.workload().name()))
              + " or submit a new workload");
    }
    remarks.ofMarks();
    remarks.ofClaims();
    if (new Security(submitted.workload()).isUnresolved()) {
      remarks.say(Paths.scalar("runAsUser"), UID_UNRESOLVED);
    }
    if (submitted.workload().inYard()) {
      remarks.ofYards();
    } else {
      remarks.ofClusters();
    }
    return remarks.remarks;
  }

  private void ofMarks() {
    for (var field : List.of("labels", "annotations")) {
      new Marks(workload).ignored(field).forEach(key -> say(Paths.item(field, key), KEY_IGNORED));
    }
  }

  private void ofClaims() {
    var keys = List.copyOf(values.items("pvcs").keySet());
    for (var claimed : StorageClaims.of(workload)) {
      if (claimed.isFound()) {
        say(
            Paths.member("pvcs", keys.get(claimed.index()), "ephemeral"),
            "has no effect: somebody else has made the claim %s, which is used as it is and stays"
                .formatted(claimed.name()));
      }
    }
  }

  private void ofClusters() {
    if (workload.ours().schedulerName().isEmpty()) {
      pools(NOT_ENFORCED);
      shares(NOT_ENFORCED);
    }
    if (!values.items("exposedUrls").isEmpty()
        && workload.ours().exposure().clusterUrl().isEmpty()) {
      say(
          Paths.field("exposedUrls"),
          "nobody has set the URL of this cluster, so that they lead to whatever host is asked");
    }
  }

  private void ofYards() {
    values.items("s3").keySet().forEach(key -> say(Paths.item("s3", key), NO_BUCKETS));
    pools("one machine has no node pools; the pods run on it");
    shares("nothing on one machine keeps a program to its share of a GPU");
    values
        .text("migProfile")
        .ifPresent(_ -> say(Paths.scalar("migProfile"), "one machine hands out whole GPUs only"));
    for (var flag : List.of("hostIpc", "hostNetwork")) {
      if (values.isOn(flag)) {
        say(Paths.scalar(flag), "programs on one machine share that with it as it is");
      }
    }
    values.items("nfs").keySet().forEach(key -> say(Paths.item("nfs", key), unmounted()));
    values
        .items("volumes")
        .forEach(
            (key, item) -> {
              if (item.text("nfsServer").isPresent()) {
                say(Paths.member("volumes", key, "nfsServer"), unmounted());
              }
            });
    values
        .items("exposedUrls")
        .keySet()
        .forEach(
            key ->
                say(
                    Paths.item("exposedUrls", key),
                    "one machine has no Ingress and no URLs; use the port of its Service"));
    values
        .items("ports")
        .forEach(
            (key, item) -> {
              if (new Network(workload).type(item).equals(Network.LOAD_BALANCER)) {
                say(
                    Paths.item("ports", key),
                    "one machine has no load balancers; use the port itself");
              }
            });
  }

  private static String unmounted() {
    return "mounted only where the yard is root and the machine has mount.nfs; elsewhere the pod"
        + " waits";
  }

  private void pools(String what) {
    for (var field : List.of("nodePools", "nodePool")) {
      values.text(field).ifPresent(_ -> say(Paths.scalar(field), what));
    }
  }

  private void shares(String what) {
    switch (Gpus.of(values)) {
      case Gpus.Share _ -> say(Paths.scalar("gpu"), what);
      case Gpus.Memory _ -> say(Paths.scalar("gpuMemory"), what);
      case Gpus.None _, Gpus.Whole _, Gpus.Instance _ -> {}
    }
  }

  private void say(String path, String what) {
    remarks.add(Problem.warning(path, what));
  }
}
