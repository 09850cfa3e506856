package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.pods.Names;
import dev.trainyard.engine.model.Role.Text;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The labels and annotations by which Run:ai knows the pods of a job.
record Marks(Workload workload) {

  static final String RELEASE = "release";
  static final String PROJECT = "project";
  static final String QUEUE = "kai.scheduler/queue";
  static final String NODE_POOL = "kai.scheduler/node-pool";
  static final String NODE_POOLS = "run.ai/node-pools";
  static final String PRIORITY_CLASS = "priorityClassName";
  static final String TRAIN = "train";
  static final String USER = "user";
  static final String USER_ID = "run.ai/user-id";
  static final String CREATED_BY = "createdBy";
  static final String CREATED_BY_JOB = "RunaiJob";

  static final String MPI_JOB_NAME = "training.kubeflow.org/job-name";
  static final String MPI_JOB_ROLE = "training.kubeflow.org/job-role";
  static final String MPI_OPERATOR_NAME = "training.kubeflow.org/operator-name";

  private static final String RUNAI_QUEUE = "runai/queue";
  private static final String POD_INDEX = "runai/pod-index";
  private static final String POD_GROUP = "pod-group-name";
  private static final String JOB_ID = "runai-job-id";

  /// A scheduler goes by these: one that we have not written would lead it astray.
  private static final Set<String> RESERVED =
      Set.of(
          Gpus.FRACTION, Gpus.MEMORY, POD_GROUP, JOB_ID, NODE_POOLS, RUNAI_QUEUE, QUEUE, NODE_POOL);

  /// What pods and Services of the job have in common.
  Map<String, String> ofJob() {
    var labels = new LinkedHashMap<String, String>();
    labels.put("app", workload.isMpi() ? "mpijob" : "runaijob");
    labels.put(RELEASE, workload.name());
    labels.put(CREATED_BY, workload.isMpi() ? "MPIJob" : CREATED_BY_JOB);
    labels.putAll(ofQueue());
    labels.put(PRIORITY_CLASS, priorityClass());
    return labels;
  }

  /// What the template of an MPI job's pods has.
  Map<String, String> ofTemplate() {
    var labels = new LinkedHashMap<>(users("labels"));
    labels.put(RELEASE, workload.name());
    labels.putAll(ofQueue());
    labels.put(PRIORITY_CLASS, priorityClass());
    user(labels);
    return labels;
  }

  private Map<String, String> ofQueue() {
    var labels = new LinkedHashMap<String, String>();
    labels.put(PROJECT, workload.project());
    labels.put(RUNAI_QUEUE, workload.project());
    labels.put(QUEUE, workload.queue());
    if (!workload.pool().equals(Workload.DEFAULT_POOL)) {
      labels.put(NODE_POOL, workload.pool());
    }
    return labels;
  }

  /// The one label of ours that is also a user's to choose.
  private String priorityClass() {
    return workload.values().texts("labels").getOrDefault(PRIORITY_CLASS, TRAIN);
  }

  private void user(Map<String, String> labels) {
    workload
        .user()
        .filter(user -> Names.labelValue(USER, user).isEmpty())
        .ifPresent(user -> labels.put(USER, user));
  }

  Map<String, Text> ofPod() {
    var fixed = ofJob();
    user(fixed);
    var labels = texts(fixed);
    labels.put(POD_INDEX, new Text.Joined(List.of(new Text.Index(), Text.of("-"), new Text.Try())));
    return labels;
  }

  /// Every try at an index is of one group.
  Map<String, Text> annotationsOfPod() {
    var uid = workload.id().uid();
    var annotations = new LinkedHashMap<String, Text>();
    annotations.put(
        POD_GROUP,
        new Text.Joined(
            List.of(
                Text.of("pg-%s-".formatted(workload.name())),
                new Text.Index(),
                Text.of("-" + uid))));
    annotations.put(JOB_ID, Text.of(uid));
    annotations.putAll(texts(ofUserAndPools()));
    annotations.putAll(texts(Gpus.of(workload.values()).annotations()));
    return annotations;
  }

  Map<String, String> ofUserAndPools() {
    var annotations = new LinkedHashMap<String, String>();
    workload.user().ifPresent(user -> annotations.put(USER, user));
    if (!workload.pools().isEmpty()) {
      annotations.put(NODE_POOLS, String.join(" ", workload.pools()));
    }
    return annotations;
  }

  /// What its author wants on the pods, without what is not an author's.
  Map<String, String> users(String field) {
    var marks = new TreeMap<>(workload.values().texts(field));
    marks.keySet().removeAll(RESERVED);
    return marks;
  }

  /// What its author has written in vain.
  Collection<String> ignored(String field) {
    var marks = new TreeSet<>(workload.values().texts(field).keySet());
    marks.retainAll(RESERVED);
    return marks;
  }

  private static Map<String, Text> texts(Map<String, String> fixed) {
    var texts = new LinkedHashMap<String, Text>();
    fixed.forEach((key, value) -> texts.put(key, Text.of(value)));
    return texts;
  }
}
