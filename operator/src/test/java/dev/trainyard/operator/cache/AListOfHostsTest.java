package dev.trainyard.operator.cache;

import static dev.trainyard.operator.Jobs.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Attached;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.HostLine;
import dev.trainyard.engine.model.Attachment.Roster;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.plan.Plan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AListOfHostsTest {

  private static final Attachment LIST =
      new Attachment(
          "v1",
          "ConfigMap",
          "gpt-hostfile",
          new Content.HostList(
              Map.of("hostfile", new HostLine("", "", " slots=2", false, Roster.RUNNING))),
          Lifetime.UNTIL_JOB_GONE,
          Sync.FOLLOW);
  private static final TrainingJob GPT = job("gpt", 2, LIST);

  private final SmallCaches caches = new SmallCaches(Attached.CONFIG_MAPS);
  private final Slim slim = new Slim(GPT.id().apiVersion(), GPT.id().kind(), Company.none());

  @Test
  void names_nobody_before_it_is_there() {
    assertThat(caches.observe(GPT).listedHosts()).isEmpty();
  }

  @Test
  void is_known_from_what_the_cache_keeps_of_it() {
    var written = Plan.object(GPT, LIST, List.of("gpt-worker-0", "gpt-worker-1"));

    caches.saw(slim.attached(Attached.CONFIG_MAPS, written));

    assertThat(caches.observe(GPT).listedHosts()).containsExactly("gpt-worker-0", "gpt-worker-1");
  }

  @Test
  void is_not_taken_for_another_map_of_the_job() {
    var other = Plan.object(GPT, LIST, List.of("gpt-worker-0"));
    other.getMetadata().setName("gpt-notes");

    caches.saw(slim.attached(Attached.CONFIG_MAPS, other));

    assertThat(caches.observe(GPT).listedHosts()).isEmpty();
  }
}
