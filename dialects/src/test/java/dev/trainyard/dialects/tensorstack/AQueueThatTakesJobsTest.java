package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static dev.trainyard.dialects.tensorstack.JobMaker.job;
import static dev.trainyard.dialects.tensorstack.JobMaker.parsed;
import static dev.trainyard.dialects.tensorstack.StateMaker.accepted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.api.tensorstack.TensorBoard;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.dialects.tensorboard.TensorBoardDialect;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AQueueThatTakesJobsTest {

  private static final String AT = "spec.scheduler.t9kScheduler.queue: ";
  private static final String RESOURCES =
      "/spec/replicaSpecs/%d/template/spec/containers/0/resources";
  private static final String OPEN = "spec: {namespaceSelector: {matchLabels: {team: a}}, %s}";

  private static final JobMaker<PyTorchTrainingJob> DEMO =
      job()
          .type("master", 1)
          .type("worker", 3)
          .with(RESOURCES.formatted(0), "{requests: {cpu: 1, memory: 1Gi}}")
          .with(
              RESOURCES.formatted(1),
              "{requests: {cpu: 500m, memory: 2Gi}, limits: {nvidia.com/gpu: 2}}")
          .queued();

  private static Surroundings queue(String spec) {
    return queue("research", spec);
  }

  private static Surroundings queue(String name, String spec) {
    return new Surroundings()
        .with(
            object(
                """
                apiVersion: scheduler.tensorstack.dev/v1beta1
                kind: Queue
                metadata: {name: %s, namespace: t9k-system}
                %s
                """
                    .formatted(name, spec)))
        .with(object("{kind: Namespace, metadata: {name: team-a, labels: {team: a, size: l}}}"))
        .seeing("Queue", "Namespace", "ConfigMap");
  }

  private static GenericKubernetesResource object(String yaml) {
    return switch (Codec.of(GenericKubernetesResource.class).parse(parsed(yaml))) {
      case Parsed.Understood<GenericKubernetesResource>(var object) -> object;
      case Parsed.NotUnderstood<GenericKubernetesResource>(var problems) ->
          throw new IllegalArgumentException(problems.toString());
    };
  }

  @Test
  void is_one_that_is_there() {
    assertThat(DEMO.errors(queue("another", OPEN.formatted(""))))
        .containsExactly(AT + "queue \"research\" not found");
    assertThat(DEMO.errors(queue(OPEN.formatted("")))).isEmpty();
    assertThat(deepSpeed(1).queued().errors(queue("another", OPEN.formatted(""))))
        .containsExactly(AT + "queue \"research\" not found");
  }

  @Test
  void is_asked_nothing_where_nobody_sees_it() {
    assertThat(DEMO.errors(queue("another", OPEN.formatted("")).seeing("Namespace"))).isEmpty();
    assertThat(DEMO.errors(queue(OPEN.formatted("closed: true")).seeing())).isEmpty();
    assertThat(job().type("worker", 1).errors(queue("another", "spec: {}"))).isEmpty();
  }

  @Test
  void is_open() {
    assertThat(DEMO.errors(queue(OPEN.formatted("closed: true"))))
        .containsExactly(AT + "queue \"research\" is closed");
    assertThat(DEMO.errors(queue(OPEN.formatted("closed: false")))).isEmpty();
  }

  @Test
  void is_open_to_a_tensorboard_as_well_unless_a_job_was_let_in_with_it() {
    var closed = queue(OPEN.formatted("closed: true"));

    assertThat(problems(board(""), Optional.empty(), closed))
        .containsExactly(AT + "queue \"research\" is closed");
    assertThat(problems(board(""), Optional.of(board("")), queue("another", "spec: {}")))
        .containsExactly(AT + "queue \"research\" not found");
    assertThat(
            problems(
                board("ownerReferences: [{name: j, uid: u, controller: true}]"),
                Optional.empty(),
                closed))
        .isEmpty();
    assertThat(problems(board(""), Optional.empty(), closed.seeing())).isEmpty();
  }

  private static TensorBoard board(String metadata) {
    var text =
        """
        metadata: {name: b, namespace: team-a, %s}
        spec: {logDir: {pvc: [{name: logs}]}, scheduler: {t9kScheduler: {queue: research}}}
        """
            .formatted(metadata);
    return switch (Codec.of(TensorBoard.class).parse(parsed(text))) {
      case Parsed.Understood<TensorBoard>(var board) -> board;
      case Parsed.NotUnderstood<TensorBoard>(var problems) ->
          throw new IllegalArgumentException(problems.toString());
    };
  }

  private static List<String> problems(
      TensorBoard board, Optional<TensorBoard> before, Lookup lookup) {
    return new TensorBoardDialect()
        .validate(board, before, lookup).stream().map(Problem::toString).toList();
  }

  record Selector(String text, boolean selects) {}

  static Stream<Selector> selectors() {
    return Stream.of(
        new Selector("{matchLabels: {team: a}}", true),
        new Selector("{matchLabels: {team: b}}", false),
        new Selector("{matchLabels: {team: a, size: s}}", false),
        new Selector("{matchExpressions: [{key: team, operator: In, values: [a, b]}]}", true),
        new Selector("{matchExpressions: [{key: team, operator: NotIn, values: [a]}]}", false),
        new Selector("{matchExpressions: [{key: size, operator: Exists}]}", true),
        new Selector("{matchExpressions: [{key: size, operator: DoesNotExist}]}", false),
        new Selector("{}", false));
  }

  @ParameterizedTest
  @MethodSource("selectors")
  void is_open_to_the_namespace(Selector selector) {
    var queue = queue("spec: {namespaceSelector: %s}".formatted(selector.text()));
    var problem = AT + "queue \"research\" is not available to namespace \"team-a\"";

    assertThat(DEMO.errors(queue)).isEqualTo(selector.selects() ? List.of() : List.of(problem));
  }

  @Test
  void is_open_to_nobody_where_it_selects_nobody() {
    assertThat(DEMO.errors(queue("spec: {}")))
        .containsExactly(AT + "queue \"research\" is not available to namespace \"team-a\"");
  }

  @Test
  void is_open_to_everybody_where_it_is_the_default_or_there_are_no_borders() {
    var usual = DEMO.with("/spec/scheduler/t9kScheduler/queue", "default");

    assertThat(usual.errors(queue("default", "spec: {}"))).isEmpty();
    assertThat(DEMO.errors(queue("spec: {}").in(Place.YARD))).isEmpty();
    assertThat(
            DEMO.errors(
                new Surroundings(
                    queue("spec: {}").objects().subList(0, 1),
                    Set.of("Queue"),
                    queue("").settings())))
        .as("nobody sees the labels of a namespace")
        .isEmpty();
  }

  @Test
  void has_room_for_the_whole_job() {
    assertThat(DEMO.errors(quota("{cpu: 2500m, memory: 7Gi, nvidia.com/gpu: 6}", "{}"))).isEmpty();
    assertThat(DEMO.errors(quota("{cpu: 2400m, nvidia.com/gpu: 5}", "{}")))
        .containsExactly(
            AT + "queue \"research\" over quota: cpu requested 2500m + allocated 0 > quota 2400m",
            AT
                + "queue \"research\" over quota: nvidia.com/gpu requested 6 + allocated 0 > quota"
                + " 5");
    assertThat(DEMO.errors(quota("{memory: 8Gi}", "{memory: 2Gi}")))
        .containsExactly(
            AT + "queue \"research\" over quota: memory requested 7Gi + allocated 2Gi > quota 8Gi");
  }

  @Test
  void counts_an_elastic_job_at_the_size_it_expects() {
    var flex =
        job()
            .type("node", 1)
            .with(RESOURCES.formatted(0), "{requests: {cpu: 2}}")
            .torchrun()
            .elastic("{minReplicas: 1, maxReplicas: 9, expectedReplicas: 3}")
            .queued();

    assertThat(flex.errors(quota("{cpu: 6}", "{}"))).isEmpty();
    assertThat(flex.errors(quota("{cpu: 5}", "{}")))
        .containsExactly(
            AT + "queue \"research\" over quota: cpu requested 6 + allocated 0 > quota 5");
  }

  @Test
  void counts_the_largest_init_container_and_limits_that_stand_for_requests() {
    var job =
        job()
            .type("node", 1)
            .with(RESOURCES.formatted(0), "{limits: {cpu: 1}}")
            .with(
                "/spec/replicaSpecs/0/template/spec/initContainers",
                "[{name: a, image: a, resources: {requests: {cpu: 3}}}]")
            .queued();

    assertThat(job.errors(quota("{cpu: 3}", "{}"))).isEmpty();
    assertThat(job.errors(quota("{cpu: 2}", "{}")))
        .containsExactly(
            AT + "queue \"research\" over quota: cpu requested 3 + allocated 0 > quota 2");
  }

  @Test
  void asks_every_container_what_it_needs() {
    var silent =
        job()
            .type("node", 1)
            .with(
                "/spec/replicaSpecs/0/template/spec/containers",
                "[{name: a, image: a, resources: {requests: {cpu: 1, memory: 1Gi}}}, {name: b,"
                    + " image: b, resources: {limits: {cpu: 1}}}]")
            .queued();

    assertThat(silent.errors(quota("{cpu: 8, memory: 8Gi, nvidia.com/gpu: 1}", "{}")))
        .containsExactly(AT + "queue \"research\" requires requests.memory on every container");
    assertThat(silent.errors(quota("{nvidia.com/gpu: 1}", "{}"))).isEmpty();
  }

  private static Surroundings quota(String requests, String allocated) {
    return queue(
        OPEN.formatted("quota: {requests: %s}".formatted(requests))
            + "\nstatus: {allocated: %s}".formatted(allocated));
  }

  @Test
  void asks_a_job_that_is_changed_only_whether_it_may_stay() {
    var full = quota("{cpu: 1}", "{}");
    var paused = DEMO.paused();

    assertThat(changes(paused, full)).isEmpty();
    assertThat(changes(paused, queue(OPEN.formatted("closed: true"))))
        .containsExactly(AT + "queue \"research\" is closed");
    assertThat(changes(paused, queue("spec: {}")))
        .containsExactly(AT + "queue \"research\" is not available to namespace \"team-a\"");
    assertThat(changes(paused, queue("another", "spec: {}")))
        .containsExactly(AT + "queue \"research\" not found");
  }

  /// Its own pods are what fills the queue.
  @Test
  void asks_nothing_of_a_job_at_work() {
    var atWork = StateMaker.stored(DEMO, accepted().initialized(1).running(2));

    for (var surroundings :
        List.of(
            quota("{cpu: 3}", "{cpu: 3}"),
            queue(OPEN.formatted("closed: true")),
            queue("another", "spec: {}"))) {
      assertThat(DEMO.dialect().validate(atWork, Optional.empty(), surroundings)).isEmpty();
    }
  }

  @Test
  void asks_a_job_that_it_refused_again() {
    var full = quota("{cpu: 1}", "{}");
    var problems = DEMO.dialect().validate(DEMO.build(), Optional.empty(), full);

    var refused = DEMO.dialect().refused(DEMO.build(), problems, StateMaker.at(0));

    assertThat(DEMO.dialect().validate(refused, Optional.empty(), full)).isEqualTo(problems);
  }

  @Test
  void does_not_count_what_is_not_a_number() {
    var wrong = DEMO.with(RESOURCES.formatted(0), "{requests: {cpu: much}}");

    assertThat(wrong.errors(quota("{cpu: 1}", "{}")))
        .isNotEmpty()
        .noneMatch(problem -> problem.contains("quota"));
  }

  private static final String SHAPES =
      """
      profiles:
      - name: small
        rules:
        - apiGroups: [batch.tensorstack.dev]
          resources: [pytorchtrainingjobs]
          resourceShape: {requests: {cpu: 1}, limits: {nvidia.com/gpu: 1}}
        - apiGroups: [apps]
          resources: ['*']
          resourceShape: {requests: {cpu: 0}}
      - name: tiny
        rules:
        - {apiGroups: ['*'], resources: ['*'], resourceShape: {limits: {memory: 1Gi}}}
      """;

  private static Surroundings shaped(String profile) {
    var map = object("{kind: ConfigMap, metadata: {name: resource-shapes, namespace: t9k-system}}");
    map.setAdditionalProperty("data", Map.of("config.yaml", SHAPES));
    return queue(OPEN.formatted("resourceShapeProfile: " + profile)).with(map);
  }

  @Test
  void has_pods_of_its_shape() {
    assertThat(DEMO.errors(shaped("small")))
        .containsExactly(AT + "queue \"research\" resource shape exceeded: limits.nvidia.com/gpu");
    assertThat(
            DEMO.with(RESOURCES.formatted(0), "{requests: {cpu: 1100m}}").errors(shaped("small")))
        .containsExactly(
            AT + "queue \"research\" resource shape exceeded: requests.cpu",
            AT + "queue \"research\" resource shape exceeded: limits.nvidia.com/gpu");
    assertThat(DEMO.errors(shaped("tiny")))
        .as("a container that does not say")
        .containsExactly(AT + "queue \"research\" resource shape exceeded: limits.memory");
    assertThat(deepSpeed(1).queued().errors(shaped("small"))).as("another kind").isEmpty();
  }

  @Test
  void has_pods_of_any_shape_where_none_is_known() {
    assertThat(DEMO.errors(shaped("unheard-of"))).isEmpty();
    assertThat(DEMO.errors(queue(OPEN.formatted("resourceShapeProfile: small")))).isEmpty();
    assertThat(DEMO.errors(shaped("small").seeing("Queue", "Namespace"))).isEmpty();
    assertThat(changes(DEMO.paused(), shaped("small"))).isEmpty();
  }

  private static List<String> changes(JobMaker<PyTorchTrainingJob> after, Lookup lookup) {
    return after.dialect().validate(after.build(), Optional.of(DEMO.build()), lookup).stream()
        .filter(Problem::fatal)
        .map(Problem::toString)
        .toList();
  }
}
