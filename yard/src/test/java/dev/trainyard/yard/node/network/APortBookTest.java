package dev.trainyard.yard.node.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class APortBookTest {

  private static final ServiceName MASTER = new ServiceName("team", "mnist-master-0");
  private static final ServiceName OTHER = new ServiceName("team", "bert-master-0");

  @TempDir Path directory;

  @Test
  void gives_each_port_of_each_service_its_own() throws Exception {
    var book = new PortBook(directory.resolve("ports"));

    assertThat(book.of(MASTER, 23456))
        .isEqualTo(book.of(MASTER, 23456))
        .isNotEqualTo(book.of(MASTER, 23457))
        .isNotEqualTo(book.of(OTHER, 23456));
  }

  @Test
  void remembers_after_a_restart_even_while_the_port_is_in_use() throws Exception {
    var port = new PortBook(directory.resolve("ports")).of(MASTER, 23456);

    try (var _ = new ServerSocket(port)) {
      assertThat(new PortBook(directory.resolve("ports")).of(MASTER, 23456)).isEqualTo(port);
    }
  }

  @Test
  void does_not_give_away_a_port_that_is_in_use() throws Exception {
    var first = new PortBook(directory.resolve("ports"));
    var port = first.of(MASTER, 23456);
    first.forget(MASTER);

    try (var _ = new ServerSocket(port)) {
      assertThat(first.of(MASTER, 23456)).isNotEqualTo(port);
    }
  }

  @Test
  void forgets_a_service_that_is_gone() throws Exception {
    var book = new PortBook(directory.resolve("ports"));
    var kept = book.of(OTHER, 1);
    assertThat(book.of(MASTER, 1)).isPositive();

    book.forget(MASTER);

    var again = new PortBook(directory.resolve("ports"));
    assertThat(again.services()).containsExactly(OTHER);
    assertThat(again.of(OTHER, 1)).isEqualTo(kept);
  }
}
