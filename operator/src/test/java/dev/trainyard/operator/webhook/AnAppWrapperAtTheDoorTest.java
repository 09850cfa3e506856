package dev.trainyard.operator.webhook;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Json;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.Surroundings;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnAppWrapperAtTheDoorTest {

  private static final String MUTATE = "/mutate-workload-codeflare-dev-v1beta2-appwrapper";
  private static final String VALIDATE = "/validate-workload-codeflare-dev-v1beta2-appwrapper";

  private final List<Requester> asked = new ArrayList<>();
  private boolean allowed = true;

  @Test
  void is_told_whose_it_is_whatever_it_says_itself() throws Exception {
    var forged = wrapper().replace("\"name\":\"w\"", "\"name\":\"w\",\"labels\":{\"a\":\"b\"}");

    assertThat(patch(wrapper()))
        .isEqualTo(
            """
            [{"op":"add","path":"/metadata/labels","value":{}},\
            {"op":"add","path":"/metadata/labels/workload.codeflare.dev~1user","value":"ada_x"},\
            {"op":"add","path":"/metadata/labels/workload.codeflare.dev~1userid","value":"7"}]\
            """);
    assertThat(patch(forged)).doesNotContain("\"path\":\"/metadata/labels\",");
  }

  @Test
  void is_judged_by_what_its_author_may_create() throws Exception {
    assertThat(answer(VALIDATE, "CREATE", wrapper()).at("/allowed").asBoolean()).isTrue();

    allowed = false;

    assertThat(answer(VALIDATE, "CREATE", wrapper()).at("/status/message").asText())
        .isEqualTo(
            "spec.components[0].template: Forbidden: User ada:x is not authorized to create pods"
                + " in team");
    assertThat(asked.getLast().groups()).containsExactly("ml");
    assertThat(asked.getLast().extra()).containsEntry("scopes", List.of("all"));
  }

  @Test
  void is_let_go_without_a_question() throws Exception {
    allowed = false;

    assertThat(answer(VALIDATE, "DELETE", "null").at("/allowed").asBoolean()).isTrue();
    assertThat(answer(MUTATE, "DELETE", "null").has("patch")).isFalse();
  }

  private String patch(String wrapper) throws Exception {
    var encoded = answer(MUTATE, "CREATE", wrapper).at("/patch").asText();
    return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
  }

  private JsonNode answer(String door, String verb, String wrapper) throws Exception {
    var doors =
        new WrapperDoors(
            new AppWrappers(WrapperSettings.defaults()),
            requester -> {
              asked.add(requester);
              return new Rights(requester, allowed);
            });
    var review =
        """
        {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"q-1",\
        "kind":{"group":"workload.codeflare.dev","version":"v1beta2","kind":"AppWrapper"},\
        "operation":"%s","userInfo":{"username":"ada:x","uid":"7","groups":["ml"],\
        "extra":{"scopes":["all"]}},"object":%s,"oldObject":null}}\
        """
            .formatted(verb, wrapper);
    return Json.tree(requireNonNull(doors.all().get(door)).answer(review).review())
        .path("response");
  }

  private static String wrapper() {
    return """
    {"apiVersion":"workload.codeflare.dev/v1beta2","kind":"AppWrapper",\
    "metadata":{"namespace":"team","name":"w"},"spec":{"components":[{"template":\
    {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"containers":\
    [{"name":"main","image":"x"}]}}}]}}\
    """;
  }

  private record Rights(Requester requester, boolean allowed) implements Surroundings {
    @Override
    public Optional<Boolean> namespaced(String apiVersion, String kind) {
      return Optional.of(true);
    }

    @Override
    public Review mayCreate(String apiVersion, String kind, String namespace) {
      return allowed ? new Review.Allowed() : new Review.Denied(requester.name(), "pods");
    }
  }
}
