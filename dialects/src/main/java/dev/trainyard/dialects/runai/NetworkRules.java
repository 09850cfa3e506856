package dev.trainyard.dialects.runai;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// How the container is reached.
final class NetworkRules {

  static final List<String> SERVICE_TYPES = List.of("LoadBalancer", "NodePort", "ClusterIP");

  private static final int MOST = 65535;
  private static final int FIRST_NODE_PORT = 30000;
  private static final int LAST_NODE_PORT = 32767;

  static void each(Findings findings) {
    findings.wordInAnyCase(
        Paths.scalar("serviceType"), findings.values().text("serviceType"), SERVICE_TYPES);
    findings.eachItem("ports", (key, item) -> port(key, item, findings));
    findings.eachItem("exposedUrls", (key, item) -> url(key, item, findings));
  }

  static void together(Findings findings) {
    var usual = findings.values().text("serviceType").orElse("");
    var taken = new HashSet<Integer>();
    findings.eachItem(
        "ports",
        (key, item) -> {
          if (item.text("serviceType").orElse(usual).equalsIgnoreCase("NodePort")) {
            item.number("external").ifPresent(port -> nodePort(key, port, taken, findings));
          }
        });
  }

  private static void port(String key, Effective item, Findings findings) {
    range("ports", key, "container", item, findings);
    range("ports", key, "external", item, findings);
    findings.wordInAnyCase(
        Paths.member("ports", key, "serviceType"), item.text("serviceType"), SERVICE_TYPES);
  }

  private static void nodePort(String key, int port, Set<Integer> taken, Findings findings) {
    var at = Paths.member("ports", key, "external");
    if (port < FIRST_NODE_PORT || port > LAST_NODE_PORT) {
      findings.say(at, "must be between %d and %d".formatted(FIRST_NODE_PORT, LAST_NODE_PORT));
    } else if (!taken.add(port)) {
      findings.say(at, "duplicate node port %d".formatted(port));
    }
  }

  private static void url(String key, Effective item, Findings findings) {
    range("exposedUrls", key, "container", item, findings);
    findings.sayIf(
        item.has("authorizedUsers") && item.has("authorizedGroups"),
        Paths.member("exposedUrls", key, "authorizedGroups"),
        "authorizedUsers and authorizedGroups are mutually exclusive");
  }

  private static void range(
      String field, String key, String member, Effective item, Findings findings) {
    item.number(member)
        .filter(port -> port < 1 || port > MOST)
        .ifPresent(
            _ ->
                findings.say(
                    Paths.member(field, key, member), "must be between 1 and %d".formatted(MOST)));
  }

  private NetworkRules() {}
}
