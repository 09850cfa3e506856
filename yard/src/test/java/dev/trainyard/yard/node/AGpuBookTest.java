package dev.trainyard.yard.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AGpuBookTest {

  @TempDir Path directory;

  @Test
  void never_gives_one_gpu_to_two() throws Exception {
    var book = new GpuBook(directory.resolve("gpus"), 4);

    assertThat(book.of("a", "main", 2)).contains(List.of(0L, 1L));
    assertThat(book.of("b", "main", 1)).contains(List.of(2L));
    assertThat(book.of("c", "main", 2)).isEmpty();
    assertThat(book.of("a", "main", 2)).contains(List.of(0L, 1L));
  }

  @Test
  void remembers_across_yards_and_gives_back_what_ended() throws Exception {
    new GpuBook(directory.resolve("gpus"), 2).of("a", "main", 2);

    var next = new GpuBook(directory.resolve("gpus"), 2);
    assertThat(next.of("b", "main", 1)).isEmpty();
    next.release("a");
    assertThat(next.of("b", "main", 1)).contains(List.of(0L));
  }

  @Test
  void counts_what_a_container_asks_for_and_what_the_machine_has() throws Exception {
    for (var name : List.of("nvidia0", "nvidia1", "nvidiactl", "nvidia-uvm", "null")) {
      Files.createFile(directory.resolve(name));
    }
    var container =
        new ContainerBuilder()
            .withNewResources()
            .addToLimits("nvidia.com/gpu", new Quantity("2"))
            .endResources()
            .build();

    assertThat(Machine.gpus(directory)).isEqualTo(2);
    assertThat(GpuBook.asked(container)).isEqualTo(2);
    assertThat(GpuBook.asked(new ContainerBuilder().build())).isZero();
  }
}
