package dev.trainyard.dialects.runai;

/// What a pod of a workload is there for.
enum Part {
  /// One of a sweep: it does the work.
  RUN,
  /// It starts what the workers of an MPI job do, and needs no GPU for that.
  LAUNCHER,
  /// It waits for the launcher to log in.
  WORKER;

  /// What containers of an MPI job are called.
  static final String MPI_CONTAINER = "mpi";

  boolean hasCommand() {
    return this != WORKER;
  }

  boolean hasDevices() {
    return this != LAUNCHER;
  }

  boolean hasPorts() {
    return this != WORKER;
  }

  String container(Workload workload) {
    return this == RUN ? workload.name() : MPI_CONTAINER;
  }
}
