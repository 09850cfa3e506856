package dev.trainyard.api.runai;

import java.util.List;

/// Where pods may run, and for how long.
final class SchedulingFields {

  static final List<Field> ALL =
      List.of(
          Field.text("nodeType", "The value of the label run.ai/type of the nodes it may run on."),
          Field.text(
              "nodePools",
              "The node pools that are tried one after the other, separated by blanks or commas."),
          Field.text("nodePool", "One node pool; use nodePools, which it gives way to."),
          Field.items(
              "tolerations",
              "Taints of nodes that the pods put up with.",
              Member.text("operator", "Equal or Exists.").required(),
              Member.text("key", "The key of the taint.").required(),
              Member.text("value", "The value of the taint; with Equal only."),
              Member.text("effect", "NoSchedule, NoExecute, PreferNoSchedule or Any."),
              Member.integer("seconds", "For how long; with NoExecute only."),
              Member.text("name", "Accepted, and nothing is read from it.")),
          Field.flag(
              "podAffinity", "Whether the pods of the job are kept together. Defaults to false."),
          Field.text(
              "podAffinitySchedulingRule",
              "hard if they must be together, soft if they should; with podAffinity only. Defaults"
                  + " to soft."),
          Field.text(
              "podAffinityTopology",
              "The label of nodes within one value of which they are together; with podAffinity"
                  + " only."),
          Field.integer(
              "preemptionLimit",
              "How often it may have to make room for others before it is ended."),
          Field.flag(
              "terminateAfterPreemption",
              "Ends it once it has to make room for others. Defaults to false."));

  private SchedulingFields() {}
}
