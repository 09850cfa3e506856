package dev.trainyard.api.runai;

import java.util.List;

/// What each pod asks for.
final class ComputeFields {

  static final List<Field> ALL =
      List.of(
          Field.amount(
              "gpu",
              "How many GPUs each pod gets: a whole number, or a fraction between 0 and 1 of one."),
          Field.integer(
              "gpuDevices",
              "How many GPUs each pod gets; with a fraction or gpuMemory, on how many it gets"
                  + " that."),
          Field.amount("gpuMemory", "How much memory of one GPU each pod gets, such as 4G."),
          Field.amount(
                  "gpuLimit",
                  "How much of the GPU it may use while nobody else does: a fraction with a"
                      + " fraction, or a size with gpuMemory.")
              .or("gpuMemoryLimit"),
          Field.text("migProfile", "The part of a partitioned GPU each pod gets, such as 1g.5gb."),
          Field.amount("cpu", "How much CPU each pod gets at least, such as 0.5 or 500m."),
          Field.amount("cpuLimit", "How much CPU each pod may use at most."),
          Field.amount("memory", "How much memory each pod gets at least, such as 1G."),
          Field.amount("memoryLimit", "How much memory each pod may use at most."),
          Field.items(
              "extendedResources",
              "Devices besides GPUs.",
              Member.text("name", "The name of the resource with its domain.")
                  .or("resource")
                  .required(),
              Member.amount("quantity", "How many of them.").required()),
          Field.flag(
              "largeShm", "Gives the container a /dev/shm that may grow. Defaults to false."));

  private ComputeFields() {}
}
