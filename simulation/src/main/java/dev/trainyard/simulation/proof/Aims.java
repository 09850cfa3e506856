package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.controller.Ledger.Deed;
import java.util.Optional;

/// What is meant for one object happens to no other. A delete takes the very object that was seen,
/// and what is stored in a job stands on what was read there.
final class Aims {

  static void check(Deed deed) {
    if (deed.hit().isEmpty()) {
      return;
    }
    switch (deed.request().verb()) {
      case "delete" -> {
        if (!deed.meant().equals(deed.hit())) {
          throw new Violation(
              "8: a delete was meant for the %s of uid %s and hit the one of uid %s"
                  .formatted(deed.request().key(), said(deed.meant()), said(deed.hit())));
        }
      }
      case "patch", "status" -> {
        if (!deed.meant().equals(deed.hit())) {
          throw new Violation(
              "3: a %s of %s stood on version %s and overwrote version %s"
                  .formatted(
                      deed.request().verb().equals("patch") ? "memory" : "status",
                      deed.request().key(),
                      said(deed.meant()),
                      said(deed.hit())));
        }
      }
      default -> {}
    }
  }

  private static String said(Optional<String> one) {
    return one.orElse("it did not say");
  }

  private Aims() {}
}
