package dev.trainyard.dialects.tensorboard;

import dev.trainyard.api.tensorstack.TensorBoard;
import dev.trainyard.api.tensorstack.TensorStack;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.Settings;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.FailureBudget;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.RestartRule;
import dev.trainyard.engine.model.RestartRule.Cause;
import dev.trainyard.engine.model.RestartRule.Clause;
import dev.trainyard.engine.model.RestartRule.Codes;
import dev.trainyard.engine.model.RestartRule.InPlace;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.RestartRule.Verdict;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.EndOf;
import dev.trainyard.engine.model.Role.Launch;
import dev.trainyard.engine.model.Role.Mark;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.Role.Start;
import dev.trainyard.engine.model.Role.Text;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Addressing;
import dev.trainyard.engine.model.TrainingJob.CleanUp;
import dev.trainyard.engine.model.TrainingJob.CleanUp.Sweep;
import dev.trainyard.engine.model.TrainingJob.Clock;
import dev.trainyard.engine.model.TrainingJob.Gang;
import dev.trainyard.engine.model.TrainingJob.Hold;
import dev.trainyard.engine.model.TrainingJob.JobId;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.Marks;
import dev.trainyard.engine.model.TrainingJob.Naming;
import dev.trainyard.engine.model.TrainingJob.Patience;
import dev.trainyard.engine.model.TrainingJob.Refresh;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import dev.trainyard.engine.model.TrainingJob.Telling;
import dev.trainyard.engine.plan.Digest;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A TensorBoard that is valid, as the neutral model says it: a job of one replica that is replaced
/// whatever it ends with, and so never ends itself.
final class Neutral {

  static final String ROLE = "tensorboard";

  /// What the pod was started to show.
  private static final String SHOWN = "trainyard.dev/shows";

  private static final int SERVICE_PORT = 80;

  /// Phases that read alike: as long as it is not ready it is pending.
  private static final Map<Phase, Phase> SAME =
      Map.of(
          Phase.ACCEPTED, Phase.STARTING,
          Phase.WAITING, Phase.STARTING,
          Phase.SHRUNKEN, Phase.STARTING,
          Phase.RESTARTING, Phase.STARTING,
          Phase.RESUMING, Phase.STARTING,
          Phase.HOLDING, Phase.HELD);

  private final Board board;
  private final Settings settings;

  private Neutral(Board board, Settings settings) {
    this.board = board;
    this.settings = settings;
  }

  static TrainingJob of(Board board, Settings settings) {
    return new Neutral(board, settings).trainingJob();
  }

  private TrainingJob trainingJob() {
    return new TrainingJob(
        new JobId(
            TensorBoard.API_VERSION,
            TensorBoard.KIND,
            board.namespace(),
            board.name(),
            board.uid()),
        List.of(role()),
        new Naming(board.base(), false, false, Optional.empty()),
        Addressing.none(),
        EnvContract.none(),
        gang(),
        SuccessRule.LEAD,
        new RunningRule(true, 1, true, false),
        FailureBudget.unlimited(),
        new Hold(board.suspended(), false),
        Restarts.attemptAsked(board.resource().metadata()),
        new Clock(Optional.empty(), Clock.From.INITIALIZED, Optional.empty()),
        new CleanUp(Sweep.EVERYTHING, Sweep.EVERYTHING, Set.of()),
        Mode.NORMAL,
        Refresh.ON_LAUNCH_CHANGE,
        List.of(service()),
        new Patience(settings.fenceAfter(), Duration.ZERO),
        Telling.counts(settings.tellBy(), StatusWords.SHOWN, SAME));
  }

  private Role role() {
    return new Role(
        ROLE,
        1,
        1,
        Page.template(board),
        texts(labels()),
        Map.of(),
        Map.of(
            Mode.NORMAL,
            new Launch(
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.of(new Mark(SHOWN, Page.digest(board))))),
        new RestartRule(
            List.of(
                new Clause(EnumSet.allOf(Cause.class), new Codes.Any(), Verdict.REPLACE_UNCOUNTED)),
            Scope.REPLICA,
            InPlace.ALWAYS),
        new Carrier.Pods(Page.CONTAINER, EndOf.POD_PHASE, Optional.empty()),
        new Start.AtOnce());
  }

  private Map<String, String> labels() {
    var labels = new LinkedHashMap<String, String>();
    labels.put(TensorStack.COMPONENT_LABEL, "tensorboard");
    labels.put(TensorStack.COMPONENT_TYPE_LABEL, TensorStack.USER_COMPONENT);
    labels.put(TensorStack.OWNER_KIND_LABEL, TensorBoard.KIND);
    labels.put(TensorStack.OWNER_NAME_LABEL, board.name());
    return labels;
  }

  private static Map<String, Text> texts(Map<String, String> labels) {
    var texts = new LinkedHashMap<String, Text>();
    labels.forEach((key, value) -> texts.put(key, Text.of(value)));
    return texts;
  }

  private Gang gang() {
    return board
        .queue()
        .map(
            queue ->
                new Gang(
                    Gang.Scope.NONE,
                    0,
                    false,
                    queue,
                    new Marks(
                        Map.of(TensorStack.QUEUE_LABEL, queue),
                        Map.of(),
                        Optional.of(TensorStack.SCHEDULER_NAME))))
        .orElseGet(Gang::none);
  }

  private Attachment service() {
    var port = Map.of("name", Page.PORT_NAME, "port", SERVICE_PORT, "targetPort", Page.PORT);
    var object = new GenericKubernetesResource();
    object.setMetadata(new ObjectMetaBuilder().withLabels(labels()).build());
    object.setAdditionalProperty("spec", Map.of("selector", labels(), "ports", List.of(port)));
    return new Attachment(
        "v1",
        "Service",
        board.base(),
        new Content.Given(object, Digest.of(List.of())),
        Lifetime.UNTIL_JOB_GONE,
        Sync.CREATE_ONLY);
  }
}
