package dev.trainyard.operator.wrapper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.operator.wrapper.Queue.Turn;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TheOwnQueueTest {

  private static final Turn HAS_ITS_TURN = new Turn.Begins("default-cluster-queue");

  private final AppWrappers dialect = new AppWrappers(WrapperSettings.defaults());
  private final QueueBook book = new QueueBook(dialect);
  private final CapacityQueue queue = new CapacityQueue(dialect, book);
  private int age;

  @BeforeEach
  void one_node_with_four_cores() {
    book.see(node("4"));
    book.see(priority("low-priority", 1));
    book.see(priority("high-priority", 10));
  }

  @Test
  void has_nothing_to_say_about_an_app_wrapper_that_names_no_queue() {
    assertThat(queue.decidesOn(wrapper("free", 1, "").with("labels", Map.of()).make())).isFalse();
    assertThat(queue.decidesOn(wrapper("queued", 1, "").make())).isTrue();
  }

  @Test
  void lets_in_what_fits_and_not_the_next_before_the_cluster_shows_it() {
    var first = stored(wrapper("first", 4, ""));
    queue.look();
    assertThat(queue.turn(first)).isEqualTo(HAS_ITS_TURN);

    var second = stored(wrapper("second", 1, ""));
    queue.look();

    assertThat(why(second)).isEqualTo("0/1 nodes have room: cpu wants 1, 0 of 4 is free on node");
    assertThat(queue.turn(first)).as("should its write have failed").isEqualTo(HAS_ITS_TURN);
  }

  @Test
  void lets_in_the_more_important_one_though_another_came_first() {
    var low = stored(wrapper("low", 3, "low-priority"));
    var high = stored(wrapper("high", 3, "high-priority"));

    queue.look();

    assertThat(why(low)).contains("cpu wants 1");
    assertThat(queue.turn(high)).isEqualTo(HAS_ITS_TURN);
  }

  @Test
  void goes_by_the_class_of_the_workload_before_that_of_its_pods_and_knows_it_must_exist() {
    var high = stored(wrapper("high", 3, "high-priority"));
    var higher =
        stored(
            wrapper("higher", 3, "low-priority")
                .labelled("kueue.x-k8s.io/priority-class", "urgent"));

    queue.look();
    assertThat(why(higher)).isEqualTo("WorkloadPriorityClass urgent doesn't exist");

    book.see(kueue("WorkloadPriorityClass", "", "urgent", "{value: 100}"));
    var news = queue.look();

    assertThat(news).contains(new WrapperName("team", "high"), new WrapperName("team", "higher"));
    assertThat(queue.turn(higher)).isEqualTo(HAS_ITS_TURN);
    assertThat(why(high)).contains("cpu wants 1");
  }

  @Test
  void counts_the_pods_of_others_and_looks_again_when_they_have_ended() {
    book.see(pod("stranger", "", "3"));
    var wrapper = stored(wrapper("big", 2, ""));
    queue.look();
    assertThat(why(wrapper)).contains("cpu wants 1");

    assertThat(book.podGone("stranger")).isTrue();

    assertThat(queue.look()).containsExactly(new WrapperName("team", "big"));
    assertThat(queue.turn(wrapper)).isEqualTo(HAS_ITS_TURN);
  }

  @Test
  void has_no_news_for_those_that_wait_for_the_same_thing_as_before() {
    var wrapper = stored(wrapper("large", 9, ""));
    assertThat(queue.look()).containsExactly(new WrapperName("team", "large"));
    assertThat(queue.turn(wrapper))
        .isInstanceOfSatisfying(Turn.Waits.class, one -> assertThat(one.news()).isTrue());

    book.see(pod("stranger", "", "1"));

    assertThat(queue.look()).isEmpty();
    assertThat(queue.turn(wrapper))
        .isInstanceOfSatisfying(Turn.Waits.class, one -> assertThat(one.news()).isFalse());
  }

  @Test
  void need_not_look_when_nothing_has_changed_that_matters_to_it() {
    book.see(pod("stranger", "", "1"));

    assertThat(book.see(pod("stranger", "", "1"))).isFalse();
    assertThat(book.see(node("4"))).isFalse();
    assertThat(book.see(node("8"))).isTrue();
  }

  @Test
  void keeps_the_room_of_those_that_run_until_all_their_pods_are_there_and_counts_it_once() {
    stored(wrapper("running", 2, "").admitted().phase("Running"));
    book.see(pod("running-0", "running", "1"));
    var three = stored(wrapper("three", 3, ""));
    var two = stored(wrapper("two", 2, ""));

    queue.look();

    assertThat(why(three)).contains("cpu wants 1");
    assertThat(queue.turn(two)).isEqualTo(HAS_ITS_TURN);
  }

  @Test
  void gives_away_the_room_of_those_that_were_paused_or_have_ended() {
    stored(wrapper("pausing", 4, "").admitted().phase("Suspended").suspended());
    stored(wrapper("paused", 4, "").held().phase("Suspended").suspended());
    stored(wrapper("done", 4, "").admitted().phase("Succeeded"));
    var next = stored(wrapper("next", 4, ""));

    queue.look();

    assertThat(queue.turn(next)).isEqualTo(HAS_ITS_TURN);
  }

  @Test
  void lets_one_wait_until_the_queue_it_names_is_there() {
    var wrapper = stored(wrapper("early", 1, "").queue("team-queue"));
    queue.look();
    assertThat(why(wrapper)).isEqualTo("LocalQueue team-queue doesn't exist");

    book.see(kueue("ClusterQueue", "", "all-of-us", "{spec: {}}"));
    book.see(kueue("LocalQueue", "team", "team-queue", "{spec: {clusterQueue: all-of-us}}"));

    assertThat(queue.look()).containsExactly(new WrapperName("team", "early"));
    assertThat(queue.turn(wrapper)).isEqualTo(new Turn.Begins("all-of-us"));
  }

  @Test
  void lets_nobody_into_a_queue_that_is_stopped_and_those_out_that_were_let_in_if_it_is_emptied() {
    var running = stored(wrapper("running", 1, "").admitted().phase("Running"));
    var done = stored(wrapper("done", 1, "").admitted().phase("Succeeded"));
    var next = stored(wrapper("next", 1, ""));
    book.see(
        kueue(
            "LocalQueue",
            "team",
            "default-queue",
            "{spec: {clusterQueue: default-cluster-queue, stopPolicy: Hold}}"));
    queue.look();
    assertThat(queue.turn(running)).isEqualTo(new Turn.Stays());
    assertThat(why(next)).isEqualTo("LocalQueue default-queue is stopped");

    book.see(
        kueue(
            "LocalQueue",
            "team",
            "default-queue",
            "{spec: {clusterQueue: default-cluster-queue, stopPolicy: HoldAndDrain}}"));

    assertThat(queue.look()).containsExactly(new WrapperName("team", "running"));
    assertThat(queue.turn(running)).isEqualTo(new Turn.Stops("The LocalQueue is stopped"));
    assertThat(queue.turn(done)).isEqualTo(new Turn.Stays());
  }

  private String why(AppWrapper wrapper) {
    return queue.turn(wrapper) instanceof Turn.Waits(var why, _) ? why : "";
  }

  private static GenericKubernetesResource kueue(
      String kind, String namespace, String name, String rest) {
    try {
      var object = new YAMLMapper().readValue(rest, GenericKubernetesResource.class);
      object.setKind(kind);
      object.setMetadata(new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
      return object;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(rest, e);
    }
  }

  private static PriorityClass priority(String name, int value) {
    return new PriorityClassBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withValue(value)
        .build();
  }

  private static Node node(String cpu) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName("node")
        .endMetadata()
        .withNewStatus()
        .addToAllocatable("cpu", new Quantity(cpu))
        .addToAllocatable("pods", new Quantity("110"))
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .endCondition()
        .endStatus()
        .build();
  }

  private AppWrapper stored(WrapperMaker maker) {
    var made = maker.make();
    book.see(made);
    return made;
  }

  private WrapperMaker wrapper(String name, int pods, String priorityClass) {
    return new WrapperMaker(name, pods, priorityClass, age++);
  }

  private static Pod pod(String name, String wrapper, String cpu) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("team")
        .withName(name)
        .withUid(name)
        .withLabels(wrapper.isEmpty() ? Map.of() : Map.of(CodeFlare.WRAPPER_LABEL, wrapper))
        .endMetadata()
        .withNewSpec()
        .withNodeName("node")
        .addNewContainer()
        .withName("main")
        .withNewResources()
        .addToRequests("cpu", new Quantity(cpu))
        .endResources()
        .endContainer()
        .endSpec()
        .withNewStatus()
        .withPhase("Running")
        .endStatus()
        .build();
  }

  /// Each pod wants one core.
  private static final class WrapperMaker {

    private final ObjectNode json;

    WrapperMaker(String name, int pods, String priorityClass, int age) {
      var bench =
          new WrapperBench(
              """
              apiVersion: apps/v1
              kind: Deployment
              metadata: {name: %s}
              spec:
                replicas: %d
                template:
                  spec:
                    priorityClassName: "%s"
                    containers: [{name: main, image: x, resources: {requests: {cpu: 1}}}]
              """
                  .formatted(name, pods, priorityClass)
                  .replace("cpu: 1", "cpu: \"1\""));
      json = bench.stored;
      json.withObject("/metadata")
          .put("name", name)
          .put("uid", name)
          .put("creationTimestamp", "2026-03-01T10:00:%02dZ".formatted(age));
      with("labels", Map.of(CodeFlare.QUEUE_LABEL, "default-queue"));
    }

    WrapperMaker with(String field, Map<String, String> entries) {
      var object = json.withObject("/metadata").putObject(field);
      entries.forEach(object::put);
      return this;
    }

    WrapperMaker labelled(String key, String value) {
      json.withObject("/metadata/labels").put(key, value);
      return this;
    }

    WrapperMaker queue(String name) {
      return labelled(CodeFlare.QUEUE_LABEL, name);
    }

    WrapperMaker held() {
      return with("annotations", Map.of("trainyard.dev/held", "true"));
    }

    WrapperMaker admitted() {
      return with("annotations", Map.of("trainyard.dev/admitted", "true"));
    }

    WrapperMaker phase(String phase) {
      json.withObject("/status").put("phase", phase);
      return this;
    }

    WrapperMaker suspended() {
      json.withObject("/spec").put("suspend", true);
      return this;
    }

    AppWrapper make() {
      return switch (AppWrappers.CODEC.parse(json)) {
        case Parsed.Understood<AppWrapper>(var resource) -> resource;
        case Parsed.NotUnderstood<AppWrapper>(var problems) ->
            throw new IllegalArgumentException(problems.toString());
      };
    }
  }
}
