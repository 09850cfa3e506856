package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.pods.Amounts;
import dev.trainyard.dialects.pods.Names;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// How the value of a setting is written.
enum SettingForm {
  NAME(SettingForm::isName, "is not a name; use lower-case letters, digits, '-' and '.'"),
  HOST(
      SettingForm::isHost,
      "is not the name of a host; write it without a scheme, a port and a path, as"
          + " gpu.example.org"),
  FLAG(List.of("true", "false")::contains, "is not a truth value; write true or false"),
  /// Its host may be a variable of the server that reads it, as `$host`.
  URL(
      Pattern.compile("https?://[!-~&&[^/?#]]+([/?#][!-~]*)?").asMatchPredicate(),
      "is not a URL; write one with http:// or https:// and a host"),
  IMAGE(
      Pattern.compile("[A-Za-z0-9][-A-Za-z0-9._/:@]*").asMatchPredicate(),
      "is not an image; write one such as registry.example.org/git-sync:v4"),
  CPU(SettingForm::isAmount, "is not an amount; write one such as 100m or 2"),
  MEMORY(SettingForm::isAmount, "is not an amount; write one such as 100Mi or 2G"),
  PART(SettingForm::isPart, "is not a part; write a number from 0 to 1, such as 0.1");

  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+");
  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");

  private final Predicate<String> rule;
  private final String complaint;

  SettingForm(Predicate<String> rule, String complaint) {
    this.rule = rule;
    this.complaint = complaint;
  }

  Optional<Problem> check(String key, String value) {
    return rule.test(value)
        ? Optional.empty()
        : Optional.of(Problem.error(key, "%s %s".formatted(Problem.quoted(value), complaint)));
  }

  private static boolean isName(String value) {
    return Names.reference("", value).isEmpty();
  }

  /// The host of an Ingress is a name, never an address.
  private static boolean isHost(String value) {
    return isName(value) && !ADDRESS.matcher(value).matches();
  }

  private static boolean isAmount(String value) {
    return Amounts.parse(value).filter(amount -> amount.signum() > 0).isPresent();
  }

  private static boolean isPart(String value) {
    return DECIMAL.matcher(value).matches() && new BigDecimal(value).compareTo(BigDecimal.ONE) <= 0;
  }
}
