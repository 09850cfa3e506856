package dev.trainyard.dialects;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AHashOfFiveTest {

  @ParameterizedTest
  @CsvSource({
    "mnist, cffea855-5ce2-496a-8956-f6e76fe2f565, 40c14",
    "gpt-125m, e2a69076-1c19-46ce-9c70-2cdf20176e01, d02e2",
    "torch-mnist-trainingjob, 9dcea839-3a99-4b6f-b594-620d79f8377d, 7a8f5",
    "tutorial, bbc4817d-ba41-4b29-81c2-cefa3a3d376f, af483",
  })
  void is_the_one_that_people_know_from_their_pods(String name, String uid, String hash) {
    assertThat(Hash5.of(name, uid)).isEqualTo(hash);
  }

  @Test
  void keeps_its_leading_zeros() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(Hash5.of("job", Integer.toString(i))).hasSize(5).matches("[0-9a-f]+");
    }
  }
}
