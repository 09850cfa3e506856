package dev.trainyard.operator;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The jobs of which this process knows that all they went through was told, by uid. Any other job
/// was in other hands, or a request of ours failed between what happened and telling it.
public final class Takeovers {

  /// One that is forgotten costs a request or two for events that are there.
  private static final int MOST = 50_000;

  private final Set<String> settled =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                  return size() > MOST;
                }
              }));

  boolean settled(String uid) {
    return settled.contains(uid);
  }

  void settle(String uid) {
    settled.add(uid);
  }

  void unsettle(String uid) {
    settled.remove(uid);
  }
}
