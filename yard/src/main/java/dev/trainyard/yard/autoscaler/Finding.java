package dev.trainyard.yard.autoscaler;

/// What an autoscaler has to say of itself: a condition, without its times.
record Finding(String type, boolean holds, String reason, String message) {

  static final String ABLE = "AbleToScale";
  static final String ACTIVE = "ScalingActive";
  static final String LIMITED = "ScalingLimited";

  static Finding able(String reason, String message) {
    return new Finding(ABLE, true, reason, message);
  }

  static Finding unable(String reason, String message) {
    return new Finding(ABLE, false, reason, message);
  }

  static Finding active(String metric) {
    return new Finding(
        ACTIVE,
        true,
        "ValidMetricFound",
        "the HPA was able to successfully calculate a replica count from " + metric);
  }

  static Finding inactive(String reason, String message) {
    return new Finding(ACTIVE, false, reason, message);
  }

  static Finding limited(String reason, String message) {
    return new Finding(LIMITED, true, reason, message);
  }

  static Finding unlimited() {
    return new Finding(
        LIMITED, false, "DesiredWithinRange", "the desired count is within the acceptable range");
  }
}
