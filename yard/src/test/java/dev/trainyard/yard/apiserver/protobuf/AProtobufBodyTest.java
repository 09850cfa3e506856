package dev.trainyard.yard.apiserver.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AProtobufBodyTest {

  @Test
  void becomes_the_json_it_stands_for() throws Exception {
    var metadata = new Message().text(1, "settings").text(2, "").text(3, "default");
    metadata.message(8, new Message()); // a creation time that was never set
    metadata.message(11, new Message().text(1, "team").text(2, "red"));

    var object =
        Protobuf.decode(
            body(
                "v1",
                "ConfigMap",
                new Message()
                    .message(1, metadata)
                    .message(2, new Message().text(1, "a").text(2, "b"))
                    .message(3, new Message().text(1, "raw").text(2, "\u0001"))));

    assertThat(object)
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"apiVersion": "v1", "kind": "ConfigMap",
                     "metadata": {"name": "settings", "namespace": "default",
                                  "labels": {"team": "red"}},
                     "data": {"a": "b"}, "binaryData": {"raw": "AQ=="}}
                    """));
  }

  @Test
  void keeps_a_zero_that_was_meant() throws Exception {
    var scaled = new Message().number(1, 0); // replicas
    var object = Protobuf.decode(body("apps/v1", "Deployment", new Message().message(2, scaled)));

    assertThat(object.at("/spec/replicas").asText("unset")).isEqualTo("0");
    assertThat(object.path("spec").has("paused")).isFalse();
  }

  @Test
  void holds_times_quantities_ports_and_inlined_sources() throws Exception {
    var port = new Message().number(1, 1).text(3, "http");
    var probe = new Message().message(1, new Message().message(3, new Message().message(1, port)));
    var memory = new Message().text(1, "memory").message(2, new Message().text(1, "2Gi"));
    var container =
        new Message()
            .text(1, "main")
            .message(8, new Message().message(2, memory))
            .message(10, probe);
    var emptyDirectory = new Message().message(2, new Message());
    var volume = new Message().text(1, "scratch").message(2, emptyDirectory);

    var object =
        Protobuf.decode(
            body(
                "v1",
                "Pod",
                new Message()
                    .message(1, new Message().message(9, new Message().number(1, 1_700_000_000)))
                    .message(2, new Message().message(1, volume).message(2, container))));

    assertThat(object.at("/metadata/deletionTimestamp").asText()).isEqualTo("2023-11-14T22:13:20Z");
    assertThat(object.at("/spec/containers/0/resources/requests/memory").asText()).isEqualTo("2Gi");
    assertThat(object.at("/spec/containers/0/livenessProbe/tcpSocket/port").asText())
        .isEqualTo("http");
    assertThat(object.at("/spec/volumes/0"))
        .isEqualTo(new ObjectMapper().readTree("{\"name\": \"scratch\", \"emptyDir\": {}}"));
  }

  @Test
  void is_refused_when_it_is_something_else() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Protobuf.decode("{}".getBytes(StandardCharsets.UTF_8)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Protobuf.decode(body("example.com/v1", "Thing", new Message())))
        .withMessage("example.v1.Thing is read as JSON only");
  }

  @Test
  void is_refused_when_it_is_cut_off() {
    var whole = body("v1", "ConfigMap", new Message().message(1, new Message().text(1, "a")));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Protobuf.decode(Arrays.copyOf(whole, whole.length - 2)));
  }

  private static byte[] body(String apiVersion, String kind, Message content) {
    var envelope =
        new Message()
            .message(1, new Message().text(1, apiVersion).text(2, kind))
            .message(2, content);
    var body = new ByteArrayOutputStream();
    body.writeBytes(new byte[] {'k', '8', 's', 0});
    body.writeBytes(envelope.bytes.toByteArray());
    return body.toByteArray();
  }

  /// Writes what the reader reads.
  private static final class Message {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Message number(int field, long value) {
      varint((long) field << 3);
      varint(value);
      return this;
    }

    Message text(int field, String text) {
      return content(field, text.getBytes(StandardCharsets.UTF_8));
    }

    Message message(int field, Message message) {
      return content(field, message.bytes.toByteArray());
    }

    private Message content(int field, byte[] content) {
      varint(((long) field << 3) | 2);
      varint(content.length);
      bytes.writeBytes(content);
      return this;
    }

    private void varint(long value) {
      for (var rest = value; ; rest >>>= 7) {
        if (rest < 0x80) {
          bytes.write((int) rest);
          return;
        }
        bytes.write((int) ((rest & 0x7f) | 0x80));
      }
    }
  }
}
