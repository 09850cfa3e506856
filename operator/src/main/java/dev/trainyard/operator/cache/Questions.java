package dev.trainyard.operator.cache;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Which jobs have asked for which objects when they were last looked at: another answer may make
/// something else of them.
///
/// @param <J> what names a job
public final class Questions<J> {

  private final Map<Question, Set<J>> askers = new HashMap<>();
  private final Map<J, Set<Question>> asked = new HashMap<>();

  /// For one object or, without a name, for all of a kind in a namespace.
  private record Question(String kind, String namespace, String name) {}

  /// The job is looked at anew.
  public synchronized void begin(J job) {
    var before = asked.remove(job);
    if (before != null) {
      before.forEach(question -> forget(question, job));
    }
  }

  private void forget(Question question, J job) {
    var jobs = askers.getOrDefault(question, new HashSet<>());
    jobs.remove(job);
    if (jobs.isEmpty()) {
      askers.remove(question);
    }
  }

  public synchronized void ask(J job, String kind, String namespace, String name) {
    var question = new Question(kind, namespace, name);
    askers.computeIfAbsent(question, _ -> new HashSet<>()).add(job);
    asked.computeIfAbsent(job, _ -> new HashSet<>()).add(question);
  }

  public void askForAll(J job, String kind, String namespace) {
    ask(job, kind, namespace, "");
  }

  /// The jobs to which such an object matters.
  public synchronized Set<J> concernedBy(String kind, String namespace, String name) {
    var jobs = new HashSet<J>();
    jobs.addAll(askers.getOrDefault(new Question(kind, namespace, name), Set.of()));
    jobs.addAll(askers.getOrDefault(new Question(kind, namespace, ""), Set.of()));
    return jobs;
  }
}
