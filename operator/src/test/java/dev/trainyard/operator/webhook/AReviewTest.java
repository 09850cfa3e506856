package dev.trainyard.operator.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AReviewTest {

  private final Reviews reviews =
      new Reviews(Dialects.PYTORCH_JOB, Lookup.nothing(Settings.defaults(Settings.Place.CLUSTER)));

  @Test
  void lets_a_good_job_in() throws Exception {
    assertThat(answer(Questions.create(Questions.job("train", 2))))
        .isEqualTo(
            """
            {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview",\
            "response":{"uid":"q-1","allowed":true}}\
            """);
  }

  @Test
  void refuses_a_bad_one_with_all_its_problems_and_the_code_of_a_refusal() throws Exception {
    assertThat(answer(Questions.create(Questions.job("Train", 0))))
        .isEqualTo(
            """
            {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"q-1",\
            "allowed":false,"status":{"status":"Failure","code":403,"reason":"Forbidden",\
            "message":"[metadata.name: Invalid value: \\"Train\\": should match: must consist of\
             lower case letters, digits and '-', start with a letter and end with a letter or digit\
             ([a-z]([-a-z0-9]*[a-z0-9])?), spec.pytorchReplicaSpecs[Worker].replicas: Forbidden:\
             must be at least 1]"}}}\
            """);
  }

  @Test
  void warns_of_what_is_unwise() throws Exception {
    var unwise =
        Questions.job("train", 2)
            .replace("\"spec\":{\"py", "\"spec\":{\"nprocPerNode\":\"xpu\",\"py");

    assertThat(reviews.answer(Questions.create(unwise)).review().at("/response").toString())
        .isEqualTo(
            """
            {"uid":"q-1","allowed":true,"warnings":["spec.nprocPerNode: \\"xpu\\" is neither auto,\
             cpu, gpu nor an integer; it is handed to torchrun as it is"]}\
            """);
  }

  @Test
  void of_a_change_knows_what_was_there_before() throws Exception {
    var stored = Questions.job("train", 0);
    var labelled = stored.replace("\"metadata\":{", "\"metadata\":{\"labels\":{\"a\":\"b\"},");

    assertThat(answer(Questions.update(stored, labelled))).contains("\"allowed\":true");
    assertThat(answer(Questions.update(stored, Questions.job("train", -1))))
        .contains("\"allowed\":false");
  }

  @Test
  void never_refuses_a_deletion() throws Exception {
    var review =
        Questions.review("DELETE", "null", Questions.job("Train", 0)).replace("q-1", "q-2");

    assertThat(answer(review)).contains("\"uid\":\"q-2\",\"allowed\":true");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          not json                                   | the body is not a JSON object
          []                                         | the body is not a JSON object
          {}                                         | expected AdmissionReview of admission.k8s.io/v1, found "" of ""
          {"apiVersion":"admission.k8s.io/v1beta1","kind":"AdmissionReview"} | expected AdmissionReview of admission.k8s.io/v1, found "AdmissionReview" of "admission.k8s.io/v1beta1"
          {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"} | request is missing
          {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{}} | request.uid is missing
          {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"1","kind":{"group":"","version":"v1","kind":"Pod"}}} | request.kind: expected kubeflow.org/v1/PyTorchJob, found /v1/Pod
          """)
  void that_asks_nothing_is_told_so(String body, String why) {
    assertThatThrownBy(() -> reviews.answer(body))
        .isInstanceOf(MalformedReviewException.class)
        .hasMessage(why);
  }

  @Test
  void that_asks_about_nothing_is_told_so() {
    assertThatThrownBy(() -> reviews.answer(Questions.review("CREATE", "null", "null")))
        .hasMessage("request.object is missing");
    assertThatThrownBy(
            () -> reviews.answer(Questions.review("UPDATE", Questions.job("a", 1), "null")))
        .hasMessage("request.oldObject is missing");
    assertThatThrownBy(() -> reviews.answer(Questions.review("PONDER", "null", "null")))
        .hasMessage(
            "request.operation: \"PONDER\" is not one of [CREATE, UPDATE, DELETE, CONNECT]");
  }

  private String answer(String body) throws MalformedReviewException {
    return reviews.answer(body).review().toString();
  }
}
