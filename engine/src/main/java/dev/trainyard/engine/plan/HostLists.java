package dev.trainyard.engine.plan;

import static java.util.Comparator.comparing;

import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.HostLine;
import dev.trainyard.engine.model.Attachment.Roster;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Addressing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The hosts of a job as a launcher reads them: one a line, in the words of that launcher.
public final class HostLists {

  /// The list that follows who is there, if the job has one.
  public static Optional<Attachment> following(TrainingJob job) {
    return job.attachments().stream()
        .filter(attachment -> attachment.sync() != Sync.CREATE_ONLY)
        .filter(attachment -> attachment.content() instanceof Content.HostList)
        .findFirst();
  }

  /// What the keys of a list say when these hosts are listed.
  public static Map<String, String> written(
      TrainingJob job, Map<String, HostLine> keys, List<String> hosts) {
    var data = new LinkedHashMap<String, String>();
    keys.forEach(
        (key, line) -> {
          var text = new StringBuilder(line.header());
          var listed = line.roster() == Roster.EVERY_SLOT ? Plan.everySlot(job) : hosts;
          for (var host : listed) {
            text.append(line.before()).append(host).append(domain(job, line)).append(line.after());
            text.append('\n');
          }
          data.put(key, text.toString());
        });
    return data;
  }

  /// The hosts that were `written`. A list that is missing or in other words than ours names
  /// nobody, so that it is written anew.
  public static List<String> read(
      TrainingJob job, Map<String, HostLine> keys, Map<String, String> data) {
    return keys.entrySet().stream()
        .min(comparing(key -> key.getValue().roster() == Roster.EVERY_SLOT))
        .map(key -> read(job, key.getValue(), data.getOrDefault(key.getKey(), "")))
        .filter(hosts -> data.entrySet().containsAll(written(job, keys, hosts).entrySet()))
        .orElse(List.of());
  }

  private static List<String> read(TrainingJob job, HostLine line, String text) {
    if (!text.startsWith(line.header())) {
      return List.of();
    }
    var hosts = new ArrayList<String>();
    var after = domain(job, line) + line.after();
    for (var written : text.substring(line.header().length()).lines().toList()) {
      int end = written.length() - after.length();
      if (!written.startsWith(line.before())
          || !written.endsWith(after)
          || end <= line.before().length()) {
        return List.of();
      }
      hosts.add(written.substring(line.before().length(), end));
    }
    return hosts;
  }

  private static String domain(TrainingJob job, HostLine line) {
    var service =
        job.addressing().services() == Addressing.Per.JOB ? "." + job.naming().base() : "";
    return line.qualified() ? "%s.%s.svc".formatted(service, job.id().namespace()) : "";
  }

  private HostLists() {}
}
