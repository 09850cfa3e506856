package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.pods.Amounts;
import dev.trainyard.dialects.pods.Names;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/// How the value of a setting is written.
enum SettingForm {
  NAME("is not a name; use lower-case letters, digits, '-' and '.'"),
  HOST(
      "is not the name of a host; write it without a scheme, a port and a path, as"
          + " gpu.example.org"),
  FLAG("is not a truth value; write true or false"),
  URL("is not a URL; write one with http:// or https:// and a host"),
  IMAGE("is not an image; write one such as registry.example.org/git-sync:v4"),
  CPU("is not an amount; write one such as 100m or 2"),
  MEMORY("is not an amount; write one such as 100Mi or 2G"),
  PART("is not a part; write a number from 0 to 1, such as 0.1");

  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+");
  private static final Pattern IMAGES = Pattern.compile("[A-Za-z0-9][-A-Za-z0-9._/:@]*");
  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");

  /// Its host may be a variable of the server that reads it, as `$host`.
  private static final Pattern WEB = Pattern.compile("https?://[!-~&&[^/?#]]+([/?#][!-~]*)?");

  private final String complaint;

  SettingForm(String complaint) {
    this.complaint = complaint;
  }

  Optional<Problem> check(String key, String value) {
    return fits(value)
        ? Optional.empty()
        : Optional.of(Problem.error(key, "%s %s".formatted(Problem.quoted(value), complaint)));
  }

  private boolean fits(String value) {
    return switch (this) {
      case NAME -> isName(value);
      // The host of an Ingress is a name, never an address.
      case HOST -> isName(value) && !ADDRESS.matcher(value).matches();
      case FLAG -> value.equals("true") || value.equals("false");
      case URL -> WEB.matcher(value).matches();
      case IMAGE -> IMAGES.matcher(value).matches();
      case CPU, MEMORY -> Amounts.parse(value).filter(amount -> amount.signum() > 0).isPresent();
      case PART ->
          DECIMAL.matcher(value).matches() && new BigDecimal(value).compareTo(BigDecimal.ONE) <= 0;
    };
  }

  private static boolean isName(String value) {
    return Names.reference("", value).isEmpty();
  }
}
