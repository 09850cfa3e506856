package dev.trainyard.yard.node.network;

import dev.trainyard.yard.node.network.Network.Launch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Lets a process that shares the machine's network find its peers: Services become 127.0.0.1, and
/// each port of a Service a free port of this machine. Pure; the Pod itself never changes.
///
/// @param known the Services that can be named
/// @param own by port, the Services that select this very pod: there `localhost` means them too
record Rewriting(
    String namespace, Set<ServiceName> known, Map<Integer, ServiceName> own, Ports ports) {

  /// The free port that stands for a Service's port, always the same one.
  interface Ports {
    int of(ServiceName service, int port);
  }

  private static final String HERE = "127.0.0.1";
  private static final Set<String> LOCAL = Set.of("localhost", HERE, "0.0.0.0");
  private static final Pattern HOST_PORT =
      Pattern.compile("(?<![A-Za-z0-9._-])([A-Za-z0-9][A-Za-z0-9.-]*):(\\d{1,5})(?![A-Za-z0-9])");

  /// A qualified name can only be a host, wherever it stands in a text.
  private static final Pattern QUALIFIED =
      Pattern.compile("(?<![A-Za-z0-9._-])([a-z0-9-]+(?:\\.[a-z0-9-]+)+)(?![A-Za-z0-9.:_-])");

  /// The last word of names whose value is a host. A bare word elsewhere, such as a job's or a
  /// pod's name, may equal a Service's name and mean something else.
  private static final Pattern HOST_NAME =
      Pattern.compile("(?i)(.*?)(addr|address|host|endpoint|server)s?");

  private static final Pattern FLAG =
      Pattern.compile("(--?[A-Za-z][A-Za-z0-9_.-]*)=(.*)", Pattern.DOTALL);

  Launch apply(Launch launch) {
    return new Launch(
        launch.enter(), arguments(launch.command()), environment(launch.environment()));
  }

  Map<String, String> environment(Map<String, String> environment) {
    var rewritten = new TreeMap<String, String>();
    environment.forEach((name, value) -> rewritten.put(name, value(name, value)));
    environment.forEach(
        (name, host) ->
            portName(name, environment.keySet())
                .ifPresent(
                    sibling ->
                        port(host, environment.getOrDefault(sibling, ""))
                            .ifPresent(port -> rewritten.put(sibling, Integer.toString(port)))));
    return rewritten;
  }

  List<String> arguments(List<String> words) {
    var rewritten = new ArrayList<String>();
    for (var i = 0; i < words.size(); i++) {
      var word = words.get(i);
      var flag = FLAG.matcher(word);
      if (i == 0) {
        rewritten.add(word); // The program.
      } else if (flag.matches()) {
        rewritten.add(flag.group(1) + "=" + value(flag.group(1), flag.group(2)));
      } else {
        var before = words.get(i - 1);
        var name = before.startsWith("-") && !before.contains("=") ? before : "host";
        rewritten.add(value(name, word));
      }
    }
    movePorts(words, rewritten);
    return List.copyOf(rewritten);
  }

  /// `--master_addr svc --master_port 29500`: the port moves with its host.
  private void movePorts(List<String> words, List<String> rewritten) {
    var flags = flags(words);
    flags.forEach(
        (name, host) ->
            portName(name, flags.keySet())
                .ifPresent(
                    sibling -> {
                      var at = flags.getOrDefault(sibling, 0);
                      port(valueAt(words, host), valueAt(words, at))
                          .ifPresent(port -> set(rewritten, at, port));
                    }));
  }

  /// Where each flag's value stands: in its own word, or in the next.
  private static Map<String, Integer> flags(List<String> words) {
    var flags = new TreeMap<String, Integer>();
    for (var i = 1; i < words.size(); i++) {
      var joined = FLAG.matcher(words.get(i));
      if (joined.matches()) {
        flags.put(joined.group(1), i);
      } else if (words.get(i).startsWith("-") && i + 1 < words.size()) {
        flags.put(words.get(i), i + 1);
      }
    }
    return flags;
  }

  private static String valueAt(List<String> words, int at) {
    var joined = FLAG.matcher(words.get(at));
    return joined.matches() ? joined.group(2) : words.get(at);
  }

  private static void set(List<String> words, int at, int port) {
    var joined = FLAG.matcher(words.get(at));
    words.set(at, joined.matches() ? joined.group(1) + "=" + port : Integer.toString(port));
  }

  private String value(String name, String value) {
    if (HOST_NAME.matcher(name).matches() && find(value).isPresent()) {
      return HERE;
    }
    var withPorts = HOST_PORT.matcher(value).replaceAll(this::hostAndPort);
    return QUALIFIED
        .matcher(withPorts)
        .replaceAll(match -> find(match.group(1)).isPresent() ? HERE : quoted(match));
  }

  private String hostAndPort(MatchResult match) {
    var port = port(match.group(1), match.group(2));
    return port.isPresent()
        ? (LOCAL.contains(match.group(1)) ? match.group(1) : HERE) + ":" + port.getAsInt()
        : quoted(match);
  }

  private static String quoted(MatchResult match) {
    return Matcher.quoteReplacement(match.group());
  }

  /// The port that stands for `port` of the Service that `host` names.
  private OptionalInt port(String host, String port) {
    if (!port.matches("\\d{1,5}")) {
      return OptionalInt.empty();
    }
    var number = Integer.parseInt(port);
    var service = LOCAL.contains(host) ? Optional.ofNullable(own.get(number)) : find(host);
    return service.isPresent()
        ? OptionalInt.of(ports.of(service.get(), number))
        : OptionalInt.empty();
  }

  private Optional<ServiceName> find(String host) {
    return ServiceName.find(host, namespace, known);
  }

  /// `MASTER_PORT` for `MASTER_ADDR`, `--master-port` for `--master-addr`.
  private static Optional<String> portName(String name, Set<String> names) {
    var host = HOST_NAME.matcher(name);
    if (!host.matches()) {
      return Optional.empty();
    }
    var sibling = host.group(1) + "port";
    return names.stream().filter(sibling::equalsIgnoreCase).findFirst();
  }
}
