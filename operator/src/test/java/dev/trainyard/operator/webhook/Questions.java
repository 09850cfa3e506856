package dev.trainyard.operator.webhook;

/// AdmissionReviews as API servers send them, with what a test is about.
final class Questions {

  static String job(String name, int workers) {
    return """
    {"apiVersion":"kubeflow.org/v1","kind":"PyTorchJob",\
    "metadata":{"name":"%s","namespace":"default"},\
    "spec":{"pytorchReplicaSpecs":{\
    "Master":{"template":{"spec":{"containers":[{"name":"pytorch","image":"train:1"}]}}},\
    "Worker":{"replicas":%d,\
    "template":{"spec":{"containers":[{"name":"pytorch","image":"train:1"}]}}}}}}\
    """
        .formatted(name, workers);
  }

  static String create(String object) {
    return review("CREATE", object, "null");
  }

  static String update(String before, String after) {
    return review("UPDATE", after, before);
  }

  static String review(String operation, String object, String before) {
    return """
    {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"q-1",\
    "kind":{"group":"kubeflow.org","version":"v1","kind":"PyTorchJob"},\
    "resource":{"group":"kubeflow.org","version":"v1","resource":"pytorchjobs"},\
    "operation":"%s","userInfo":{"username":"ada"},"object":%s,"oldObject":%s}}\
    """
        .formatted(operation, object, before);
  }

  private Questions() {}
}
