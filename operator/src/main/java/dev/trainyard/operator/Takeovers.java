package dev.trainyard.operator;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// What this process knows to have been told: the jobs of which all they went through was told, by
/// uid, and the single things that it has told itself and sees again in every pass. Any other job
/// was in other hands, or a request of ours failed between what happened and telling it.
public final class Takeovers {

  /// One that is forgotten costs a request or two for events that are there.
  private static final int MOST = 50_000;

  private final Set<String> settled = bounded();
  private final Set<String> said = bounded();

  private static Set<String> bounded() {
    return Collections.synchronizedSet(
        Collections.newSetFromMap(
            new LinkedHashMap<>() {
              private static final long serialVersionUID = 1;

              @Override
              protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                return size() > MOST;
              }
            }));
  }

  boolean settled(String uid) {
    return settled.contains(uid);
  }

  void settle(String uid) {
    settled.add(uid);
  }

  void unsettle(String uid) {
    settled.remove(uid);
  }

  /// Whether it is asked for the first time.
  boolean isNews(String occasion) {
    return said.add(occasion);
  }

  /// It could not be said after all.
  void unsay(String occasion) {
    said.remove(occasion);
  }
}
