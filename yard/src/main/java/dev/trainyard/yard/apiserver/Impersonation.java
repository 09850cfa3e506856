package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.apiserver.rights.Asker;
import dev.trainyard.yard.apiserver.rights.Attempt;
import dev.trainyard.yard.http.Call;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Lets whoever may act as somebody else do so: `kubectl --as`.
final class Impersonation {

  private static final String PREFIX = "Impersonate-";
  private static final String USER = "Impersonate-User";
  private static final String EXTRA = "impersonate-extra-";
  private static final String AUTHENTICATION = "authentication.k8s.io";

  /// The visitor as whom they act.
  static Visitor of(Call call, Visitor visitor) {
    if (call.headers().stream().noneMatch(Impersonation::isOne)) {
      return visitor;
    }
    var name = call.header(USER).orElse("");
    var groups = all(call, "Impersonate-Group");
    var uid = call.header("Impersonate-Uid").orElse("");
    var extra = extra(call);
    if (name.isEmpty()) {
      throw new ApiException(
          Status.badRequest(
              "requested to impersonate without a user: %s is missing".formatted(USER)));
    }
    attempts(name, groups, uid, extra).forEach(visitor::require);
    return new Visitor(Asker.actedAs(name, uid, groups, extra), visitor.book());
  }

  private static boolean isOne(Map.Entry<String, String> header) {
    return header.getKey().regionMatches(true, 0, PREFIX, 0, PREFIX.length());
  }

  private static List<Attempt> attempts(
      String name, List<String> groups, String uid, Map<String, List<String>> extra) {
    var attempts = new ArrayList<Attempt>();
    attempts.add(
        Asker.accountOf(name)
            .map(a -> attempt("", Accounts.RESOURCE, "", a.namespace(), a.name()))
            .orElseGet(() -> attempt("", "users", "", "", name)));
    groups.forEach(group -> attempts.add(attempt("", "groups", "", "", group)));
    if (!uid.isEmpty()) {
      attempts.add(attempt(AUTHENTICATION, "uids", "", "", uid));
    }
    extra.forEach(
        (key, values) ->
            values.forEach(
                value -> attempts.add(attempt(AUTHENTICATION, "userextras", key, "", value))));
    return attempts;
  }

  private static Attempt attempt(
      String group, String resource, String part, String namespace, String name) {
    return new Attempt.Resource("impersonate", group, resource, part, namespace, name);
  }

  private static List<String> all(Call call, String header) {
    return call.headers().stream()
        .filter(given -> given.getKey().equalsIgnoreCase(header))
        .map(Map.Entry::getValue)
        .toList();
  }

  private static Map<String, List<String>> extra(Call call) {
    var extra = new HashMap<String, List<String>>();
    for (var header : call.headers()) {
      var name = header.getKey().toLowerCase(Locale.ROOT);
      if (name.startsWith(EXTRA)) {
        extra
            .computeIfAbsent(decoded(name.substring(EXTRA.length())), _ -> new ArrayList<>())
            .add(header.getValue());
      }
    }
    return extra;
  }

  private static String decoded(String key) {
    try {
      return URLDecoder.decode(key.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return key;
    }
  }

  private Impersonation() {}
}
