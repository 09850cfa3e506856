package dev.trainyard.operator.wrapper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TheOwnQueueTest {

  private final List<AppWrapper> wrappers = new ArrayList<>();
  private final List<Pod> pods = new ArrayList<>();
  private final CapacityQueue queue =
      new CapacityQueue(new AppWrappers(WrapperSettings.defaults()), new SmallCluster());

  @Test
  void has_nothing_to_say_about_an_app_wrapper_that_names_no_queue() {
    assertThat(queue.decidesOn(wrapper("free", 1, "").with("labels", Map.of()).make())).isFalse();
    assertThat(queue.decidesOn(wrapper("queued", 1, "").make())).isTrue();
  }

  @Test
  void lets_in_what_fits_and_not_the_next_before_the_cluster_shows_it() {
    var first = stored(wrapper("first", 4, ""));
    var second = stored(wrapper("second", 1, ""));

    assertThat(queue.waitsFor(first)).isEmpty();
    assertThat(queue.waitsFor(second))
        .contains("0/1 nodes have room: cpu wants 1, 0 of 4 is free on node");
  }

  @Test
  void lets_in_the_more_important_one_though_another_asks_first() {
    var low = stored(wrapper("low", 3, "low-priority"));
    var high = stored(wrapper("high", 3, "high-priority"));

    assertThat(queue.waitsFor(low)).isPresent();
    assertThat(queue.waitsFor(high)).isEmpty();
  }

  @Test
  void counts_the_pods_of_others() {
    pods.add(pod("stranger", "", "3"));
    var wrapper = stored(wrapper("big", 2, ""));

    assertThat(queue.waitsFor(wrapper)).isPresent();

    pods.clear();
    assertThat(queue.waitsFor(wrapper)).isEmpty();
  }

  @Test
  void keeps_the_room_of_those_that_run_until_all_their_pods_are_there_and_counts_it_once() {
    stored(wrapper("running", 2, "").admitted().phase("Running"));
    pods.add(pod("running-0", "running", "1"));

    assertThat(queue.waitsFor(stored(wrapper("three", 3, "")))).isPresent();
    assertThat(queue.waitsFor(stored(wrapper("two", 2, "")))).isEmpty();
  }

  @Test
  void gives_away_the_room_of_those_that_were_paused_or_have_ended() {
    stored(wrapper("paused", 4, "").admitted().phase("Suspended").suspended());
    stored(wrapper("done", 4, "").admitted().phase("Succeeded"));

    assertThat(queue.waitsFor(stored(wrapper("next", 4, "")))).isEmpty();
  }

  private AppWrapper stored(WrapperMaker maker) {
    var made = maker.make();
    wrappers.add(made);
    return made;
  }

  private WrapperMaker wrapper(String name, int pods, String priorityClass) {
    return new WrapperMaker(name, pods, priorityClass, wrappers.size());
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

  private final class SmallCluster implements CapacityQueue.Cluster {
    @Override
    public List<AppWrapper> wrappers() {
      return wrappers;
    }

    @Override
    public List<Node> nodes() {
      return List.of(
          new NodeBuilder()
              .withNewMetadata()
              .withName("node")
              .endMetadata()
              .withNewStatus()
              .addToAllocatable("cpu", new Quantity("4"))
              .addToAllocatable("pods", new Quantity("110"))
              .addNewCondition()
              .withType("Ready")
              .withStatus("True")
              .endCondition()
              .endStatus()
              .build());
    }

    @Override
    public List<Pod> pods() {
      return pods;
    }

    @Override
    public Map<String, Integer> priorities() {
      return Map.of("low-priority", 1, "high-priority", 10);
    }
  }
}
