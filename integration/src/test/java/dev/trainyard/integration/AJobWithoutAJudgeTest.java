package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Beyond the suite: a yard judges by itself, and only a cluster can be left without a judge.
@Tag("needs-rights")
@Tag("needs-kubectl")
@OnACluster
class AJobWithoutAJudgeTest {

  @Test
  void is_changed_by_nobody_but_the_operator_and_may_be_deleted(Guarded guarded) {
    var team = guarded.site().team();
    try (var _ = guarded.operator("judge").awaitLeading(true)) {
      guarded.awaitJudge();
      team.submit(team.pyTorchJob("lonely", 1));
    }

    var note = List.of("annotate", "pytorchjob/lonely", "seen=yes");
    assertThat(guarded.site().kubectl().run(note).text())
        .startsWith("Error from server (InternalError): ")
        .contains("failed calling webhook");
    assertThat(guarded.site().kubectlOfTheOperator().run(note).text())
        .isEqualTo("pytorchjob.kubeflow.org/lonely annotated\n");
    var deletion = List.of("delete", "pytorchjob/lonely", "--wait=false");
    assertThat(guarded.site().kubectl().run(deletion).exitCode()).isZero();
  }
}
