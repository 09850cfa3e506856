package dev.trainyard.api.runai;

import java.util.List;

/// How many pods there are, and when it is over.
final class LifecycleFields {

  static final List<Field> ALL =
      List.of(
          Field.integer(
              "parallelism", "How many pods run at once; no more than completions. Defaults to 1."),
          Field.integer("completions", "How many pods have to succeed. Defaults to 1."),
          Field.integer("backoffLimit", "How many pods may fail before all has. Defaults to 6."),
          Field.integer(
                  "autoDeletionTimeAfterCompletionSeconds",
                  "After how many seconds a workload that has ended is deleted; never if unset.")
              .or("ttlAfterFinish"),
          Field.flag("mpi", "Makes an MPIJob of it. Defaults to false."),
          Field.integer("processes", "How many workers the MPIJob has. Defaults to 1."),
          Field.integer("slotsPerWorker", "How many processes each worker takes. Defaults to 1."));

  private LifecycleFields() {}
}
