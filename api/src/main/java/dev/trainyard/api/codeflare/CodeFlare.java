package dev.trainyard.api.codeflare;

/// The names that AppWrappers, their components and the pods of these share.
public final class CodeFlare {

  public static final String GROUP = "workload.codeflare.dev";

  public static final String CONTROLLER_NAME = "workload.codeflare.dev/appwrapper-controller";
  public static final String FINALIZER = "workload.codeflare.dev/finalizer";

  /// On components and pods: the name of their AppWrapper.
  public static final String WRAPPER_LABEL = "workload.codeflare.dev/appwrapper";

  public static final String USER_LABEL = "workload.codeflare.dev/user";
  public static final String USER_ID_LABEL = "workload.codeflare.dev/userid";
  public static final String QUEUE_LABEL = "kueue.x-k8s.io/queue-name";
  public static final String PRIORITY_LABEL = "kueue.x-k8s.io/priority-class";

  /// On pods that are placed together or not at all: how many there are. Ours, for our scheduler.
  public static final String GANG_SIZE = "trainyard.dev/gang-size";

  /// What the annotations that set a wrapper's patience begin with.
  public static final String ANNOTATION_PREFIX = "workload.codeflare.dev.appwrapper/";

  private CodeFlare() {}
}
