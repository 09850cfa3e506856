package dev.trainyard.dialects.appwrapper;

import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Words;
import dev.trainyard.dialects.appwrapper.WrapperSettings.FaultTolerance;
import dev.trainyard.engine.wrapper.GoDurations;
import dev.trainyard.engine.wrapper.Wrapper.ExitCodes;
import dev.trainyard.engine.wrapper.Wrapper.Grace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// How patient an AppWrapper asks to be dealt with, in its own annotations. What cannot be read is
/// as good as not there, and warned of.
record Patience(Map<String, String> annotations, FaultTolerance defaults) {

  private static final String ADMISSION = "admissionGracePeriodDuration";
  private static final String WARMUP = "warmupGracePeriodDuration";
  private static final String FAILURE = "failureGracePeriodDuration";
  private static final String RETRY_PAUSE = "retryPausePeriodDuration";
  private static final String FORCEFUL_DELETION = "forcefulDeletionGracePeriodDuration";
  private static final String DELETION_ON_FAILURE = "deletionOnFailureGracePeriodDuration";
  private static final String SUCCESS_TTL = "successTTLDuration";
  private static final String RETRY_LIMIT = "retryLimit";
  private static final String TERMINAL = "terminalExitCodes";
  private static final String RETRYABLE = "retryableExitCodes";

  private static final List<String> DURATIONS =
      List.of(
          ADMISSION,
          WARMUP,
          FAILURE,
          RETRY_PAUSE,
          FORCEFUL_DELETION,
          DELETION_ON_FAILURE,
          SUCCESS_TTL);
  private static final List<String> CODES = List.of(TERMINAL, RETRYABLE);
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,9}");

  Grace grace() {
    return new Grace(
        bounded(ADMISSION, defaults.admission()),
        bounded(WARMUP, defaults.warmup()),
        bounded(FAILURE, defaults.failure()),
        bounded(RETRY_PAUSE, defaults.retryPause()),
        bounded(FORCEFUL_DELETION, defaults.forcefulDeletion()),
        bounded(DELETION_ON_FAILURE, Duration.ZERO),
        successTtl());
  }

  int retryLimit() {
    return text(RETRY_LIMIT).flatMap(Patience::integer).orElse(defaults.retryLimit());
  }

  ExitCodes exitCodes() {
    return new ExitCodes(codes(TERMINAL), codes(RETRYABLE));
  }

  private Duration bounded(String key, Duration usual) {
    var asked = text(key).flatMap(GoDurations::parse).orElse(usual);
    if (asked.isNegative()) {
      return Duration.ZERO;
    }
    return asked.compareTo(defaults.longest()) > 0 ? defaults.longest() : asked;
  }

  /// It may be shorter than what the administrator allows, and nothing else.
  private Duration successTtl() {
    var most = defaults.successTtl();
    return text(SUCCESS_TTL)
        .flatMap(GoDurations::parse)
        .filter(asked -> asked.isPositive() && asked.compareTo(most) < 0)
        .orElse(most);
  }

  private Set<Integer> codes(String key) {
    var codes = new LinkedHashSet<Integer>();
    entries(key).forEach(entry -> integer(entry).ifPresent(codes::add));
    return codes;
  }

  private List<String> entries(String key) {
    return text(key).map(text -> Arrays.asList(text.split(",", -1))).orElse(List.of());
  }

  private Optional<String> text(String key) {
    return Optional.ofNullable(annotations.get(CodeFlare.ANNOTATION_PREFIX + key));
  }

  private static Optional<Integer> integer(String text) {
    return Optional.of(text.strip())
        .filter(digits -> INTEGER.matcher(digits).matches())
        .map(Integer::valueOf);
  }

  /// What its author may believe to be in force, and is not.
  List<Problem> warnings() {
    var warnings = new ArrayList<Problem>();
    for (var key : annotations.keySet()) {
      if (key.startsWith(CodeFlare.ANNOTATION_PREFIX)) {
        warn(key, key.substring(CodeFlare.ANNOTATION_PREFIX.length()), warnings);
      }
    }
    return warnings;
  }

  private void warn(String key, String name, List<Problem> warnings) {
    var at = "metadata.annotations[%s]".formatted(key);
    var value = text(name).orElse("");
    if (DURATIONS.contains(name)) {
      if (GoDurations.parse(value).isEmpty()) {
        warnings.add(
            ignored(at, value, "is no duration such as 90s, 5m or 1d; the default is used"));
      }
    } else if (name.equals(RETRY_LIMIT)) {
      if (integer(value).isEmpty()) {
        warnings.add(ignored(at, value, "is no integer; the default is used"));
      }
    } else if (CODES.contains(name)) {
      entries(name).stream()
          .filter(entry -> integer(entry).isEmpty())
          .forEach(entry -> warnings.add(ignored(at, entry, "is no exit code and is ignored")));
    } else {
      var hint = Words.nearest(name, known()).map("; did you mean %s?"::formatted).orElse("");
      warnings.add(Problem.warning(at, "unknown annotation, it has no effect" + hint));
    }
  }

  private static Problem ignored(String at, String value, String why) {
    return Problem.warning(at, "\"%s\" %s".formatted(value, why));
  }

  private static List<String> known() {
    var known = new ArrayList<>(DURATIONS);
    known.add(RETRY_LIMIT);
    known.addAll(CODES);
    return known;
  }
}
