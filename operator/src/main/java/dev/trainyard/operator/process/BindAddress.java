package dev.trainyard.operator.process;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where to listen, as Kubernetes' own programs write it: `HOST:PORT`, `:PORT` for every address of
/// the machine, `0` for nowhere.
public final class BindAddress {

  private static final Pattern FORM = Pattern.compile("(?:\\[([^]]+)]|([^:]*)):(\\d{1,5})");
  private static final int HIGHEST_PORT = 65_535;

  /// Nothing for nowhere.
  ///
  /// @throws IllegalArgumentException when it is none, with what is wrong
  public static Optional<InetSocketAddress> parse(String text) {
    if (text.equals("0")) {
      return Optional.empty();
    }
    var parts = FORM.matcher(text);
    if (!parts.matches() || Integer.parseInt(parts.group(3)) > HIGHEST_PORT) {
      throw new IllegalArgumentException(
          "\"%s\" is not HOST:PORT, :PORT or 0 for none".formatted(text));
    }
    int port = Integer.parseInt(parts.group(3));
    var host = Optional.ofNullable(parts.group(1)).or(() -> Optional.ofNullable(parts.group(2)));
    return Optional.of(
        host.filter(name -> !name.isEmpty())
            .map(name -> new InetSocketAddress(resolved(name), port))
            .orElseGet(() -> new InetSocketAddress(port)));
  }

  private static InetAddress resolved(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("\"%s\" is no address of this machine".formatted(host), e);
    }
  }

  private BindAddress() {}
}
