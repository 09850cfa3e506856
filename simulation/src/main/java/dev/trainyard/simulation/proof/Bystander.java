package dev.trainyard.simulation.proof;

import dev.trainyard.api.kubeflow.Training;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;

/// A Service that is nobody's, whatever its labels make one think.
final class Bystander {

  private static final String NAME = "job-0-worker-99";

  static Service service() {
    return new ServiceBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(NAME)
        .addToLabels(Training.JOB_NAME_LABEL, "job-0")
        .addToLabels(Training.OPERATOR_NAME_LABEL, Training.CONTROLLER_NAME)
        .endMetadata()
        .build();
  }

  static boolean is(HasMetadata object) {
    return object.getMetadata().getName().equals(NAME);
  }

  private Bystander() {}
}
