package dev.trainyard.api.kubeflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AJobStatusTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void leaves_out_counts_of_zero_and_reads_them_back() throws JsonProcessingException {
    var written = JSON.writeValueAsString(new ReplicaStatus(2, 0, 0, null, "a=b"));

    assertThat(written).isEqualTo("{\"active\":2,\"selector\":\"a=b\"}");
    assertThat(JSON.readValue(written, ReplicaStatus.class))
        .isEqualTo(new ReplicaStatus(2, 0, 0, null, "a=b"));
  }

  @Test
  void never_writes_a_null_where_the_schema_wants_an_object() throws JsonProcessingException {
    var status = new JobStatus(List.of(), Map.of(), null, null, null);

    assertThat(JSON.writeValueAsString(status)).isEqualTo("{}");
    assertThat(JSON.readValue("{}", JobStatus.class)).isEqualTo(status);
    assertThat(JSON.readValue("{\"replicaStatuses\":{\"Worker\":null}}", JobStatus.class))
        .isEqualTo(
            new JobStatus(List.of(), Map.of("Worker", ReplicaStatus.NONE), null, null, null));
  }

  @Test
  void keeps_the_order_of_its_conditions() throws JsonProcessingException {
    var conditions =
        List.of(
            new JobCondition("Created", "True", null, null, null, null),
            new JobCondition("Running", "False", null, null, null, null),
            new JobCondition("Succeeded", "True", null, null, null, null));
    var status = new JobStatus(conditions, Map.of(), null, null, null);

    assertThat(JSON.readValue(JSON.writeValueAsString(status), JobStatus.class)).isEqualTo(status);
  }
}
