package dev.trainyard.yard.apiserver.rights;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Whoever asks for something, as the door has recognised them.
///
/// @param uid empty where nobody has given one
/// @param extra what else is known, by keys such as `authentication.kubernetes.io/pod-name`
public record Asker(String name, String uid, List<String> groups, Map<String, List<String>> extra) {

  /// Its members may do everything, whatever roles say.
  public static final String MASTERS = "system:masters";

  public static final String AUTHENTICATED = "system:authenticated";
  private static final String ACCOUNT = "system:serviceaccount:";
  private static final String ACCOUNTS = "system:serviceaccounts";

  /// A service account, by its name and namespace.
  public record Account(String namespace, String name) {

    public String user() {
      return ACCOUNT + namespace + ":" + name;
    }

    public List<String> groups() {
      return List.of(ACCOUNTS, ACCOUNTS + ":" + namespace, AUTHENTICATED);
    }
  }

  public Asker {
    groups = List.copyOf(groups);
    extra = Map.copyOf(extra);
  }

  /// Who may do everything.
  public static Asker master(String name) {
    return new Asker(name, "", List.of(MASTERS, AUTHENTICATED), Map.of());
  }

  public static Asker of(Account account, String uid, Map<String, List<String>> extra) {
    return new Asker(account.user(), uid, account.groups(), extra);
  }

  /// Somebody else whom the asker may act as. Service accounts are in their groups unless others
  /// are given.
  public static Asker actedAs(
      String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    var account = accountOf(name);
    var all = new LinkedHashSet<>(groups);
    if (groups.isEmpty()) {
      account.ifPresent(found -> all.addAll(found.groups()));
    }
    all.add(AUTHENTICATED);
    return new Asker(name, uid, List.copyOf(all), extra);
  }

  /// The service account that bears this name as a user.
  public static Optional<Account> accountOf(String user) {
    var words = user.split(":", -1);
    return user.startsWith(ACCOUNT)
            && words.length == 4
            && !words[2].isEmpty()
            && !words[3].isEmpty()
        ? Optional.of(new Account(words[2], words[3]))
        : Optional.empty();
  }

  public boolean mayDoEverything() {
    return groups.contains(MASTERS);
  }
}
