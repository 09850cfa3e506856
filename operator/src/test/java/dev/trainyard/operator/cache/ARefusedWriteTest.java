package dev.trainyard.operator.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.operator.ClusterWriter.Creation;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.Conflict;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ARefusedWriteTest {

  private static final Pod POD =
      new PodBuilder().withNewMetadata().withName("a").endMetadata().build();
  private static final Target TARGET = new Target("v1", "Pod", "default", "a", "u");

  @ParameterizedTest
  @CsvSource({
    "400, BadRequest, the object is malformed",
    "403, Forbidden, exceeded quota",
    "404, NotFound, namespaces default not found",
    "422, Invalid, spec.containers is required",
    "500, InternalError, failed calling webhook",
  })
  void is_told_in_the_words_of_whoever_judged_it(int code, String reason, String message) {
    var writer = answering(code, reason, message);

    assertThat(writer.create(POD)).isEqualTo(new Creation.Refused(code, message));
    if (code != 404) {
      assertThat(writer.delete(TARGET, Haste.GRACEFUL)).contains(message);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "401, Unauthorized",
    "429, TooManyRequests",
    "500, ServerTimeout",
    "503, ServiceUnavailable",
    "504, Timeout",
    "502, ''",
    "0, ''",
  })
  void is_tried_again_without_a_word_where_nobody_judged_it(int code, String reason) {
    var writer = answering(code, reason, "later");

    assertThatThrownBy(() -> writer.create(POD)).isInstanceOf(KubernetesClientException.class);
    assertThatThrownBy(() -> writer.delete(TARGET, Haste.GRACEFUL))
        .isInstanceOf(KubernetesClientException.class);
  }

  @Test
  void is_tried_again_without_a_word_where_the_store_is_in_trouble() {
    var writer = answering(500, "InternalError", "etcdserver: leader changed");

    assertThatThrownBy(() -> writer.create(POD)).isInstanceOf(KubernetesClientException.class);
  }

  @Test
  void is_read_again_where_it_was_asked_too_late() {
    var writer = answering(409, "Conflict", "the object has been modified");

    assertThatThrownBy(() -> writer.create(POD)).isInstanceOf(Conflict.class);
    assertThat(writer.delete(TARGET, Haste.GRACEFUL)).isEmpty();
  }

  /// An empty reason is that of an answer which no API server gave.
  private static ApiWriter answering(int code, String reason, String message) {
    var status =
        new StatusBuilder()
            .withCode(code)
            .withReason(reason.isEmpty() ? null : reason)
            .withMessage(message)
            .build();
    var failure =
        code == 0
            ? new KubernetesClientException("connection reset")
            : new KubernetesClientException(message, code, status);
    return new ApiWriter(
        new Refusing(failure), new SmallCaches(), new Departures(), InstantSource.system());
  }

  private record Refusing(KubernetesClientException failure) implements Requests {
    @Override
    public ObjectNode patch(ObjectNode job, ObjectNode merge) {
      throw failure;
    }

    @Override
    public ObjectNode updateStatus(ObjectNode job) {
      throw failure;
    }

    @Override
    public Optional<ObjectNode> latest(ObjectNode job) {
      throw failure;
    }

    @Override
    public <T extends HasMetadata> T create(T object) {
      throw failure;
    }

    @Override
    public <T extends HasMetadata> Optional<T> standing(T object) {
      throw failure;
    }

    @Override
    public <T extends HasMetadata> T update(T object) {
      throw failure;
    }

    @Override
    public GenericKubernetesResource updateStatusOf(GenericKubernetesResource object) {
      throw failure;
    }

    @Override
    public List<GenericKubernetesResource> list(
        String apiVersion, String kind, String namespace, Map<String, String> labels) {
      throw failure;
    }

    @Override
    public void delete(Target target, DeleteOptions options) {
      throw failure;
    }

    @Override
    public void record(Event event) {
      throw failure;
    }
  }
}
