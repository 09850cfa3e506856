package dev.trainyard.yard.apiserver.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AJsonPathTest {

  private static final String OBJECT =
      """
      {"metadata": {"name": "a", "labels": {"example.com/team": "red"}},
       "status": {"conditions": [{"type": "Created", "status": "True"},
                                 {"type": "Ready", "status": "False"}],
                  "counts": [1, 2, 3]}}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          .metadata.name                                      | a
          metadata.name                                       | a
          {.metadata.name}                                    | a
          $.metadata.name                                     | a
          .metadata.labels.example\\.com/team                 | red
          .metadata.labels['example.com/team']                | red
          .status.conditions[0].type                          | Created
          .status.conditions[-1].type                         | Ready
          .status.conditions[-1:].type                        | Ready
          .status.conditions[*].type                          | Created,Ready
          .status.conditions[?(@.type=="Ready")].status       | False
          .status.conditions[?(@.type=='Ready')].status       | False
          .status.conditions[?(@.type != "Ready")].status     | True
          .status.counts[1:]                                  | 2,3
          .status.counts[:2]                                  | 1,2
          """)
  void leads_to_values(String path, String expected) throws JsonProcessingException {
    assertThat(found(path)).isEqualTo(expected);
  }

  @Test
  void leads_nowhere_where_there_is_nothing() throws JsonProcessingException {
    assertThat(found(".status.missing[0].deeper")).isEmpty();
  }

  @Test
  void must_be_one_of_the_simple_forms() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JsonPath.parse(".a[(@.length-1)]"))
        .withMessageContaining("\"[(@.length-1)]\" is not understood");
  }

  private static String found(String path) throws JsonProcessingException {
    return JsonPath.parse(path).find(new ObjectMapper().readTree(OBJECT)).stream()
        .map(JsonNode::asText)
        .collect(Collectors.joining(","));
  }
}
