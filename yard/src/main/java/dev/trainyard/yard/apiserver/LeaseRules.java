package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// Leases last for some time.
final class LeaseRules implements Rules {

  @Override
  public List<Violation> check(ObjectNode lease) {
    var findings = new Findings();
    var seconds = lease.at("/spec/leaseDurationSeconds");
    if (seconds.isNumber() && seconds.asLong() <= 0) {
      findings.invalid("spec.leaseDurationSeconds", seconds, "must be greater than 0");
    }
    findings.notNegative(lease.path("spec"), "leaseTransitions", "spec");
    return findings.all();
  }
}
