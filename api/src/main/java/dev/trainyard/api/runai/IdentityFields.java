package dev.trainyard.api.runai;

import java.util.List;

/// What a workload is called, whose it is, and what it is for.
final class IdentityFields {

  static final List<Field> ALL =
      List.of(
          Field.text(
              "name",
              "What the job is called: at most 49 lower case letters, digits and '-'. Give this or"
                  + " namePrefix."),
          Field.text(
              "namePrefix",
              "What the name of the job begins with; a free number is put behind it. Give this or"
                  + " name."),
          Field.bare(
              "usage",
              "Submit to run it, which is the default, or Template to keep values for other"
                  + " workloads."),
          Field.bare(
              "baseWorkload",
              "Another workload whose values stand for those that are not set here. It is looked"
                  + " for in this namespace, then in runai."),
          Field.flag(
              "active",
              "False deletes the pods and keeps the workload until it is true again. Defaults to"
                  + " true."),
          Field.text("username", "Whose workload it is, for display only."),
          Field.text("userId", "The id of its owner, as in the token of the owner."),
          Field.text("ingressUrl", "Accepted, and nothing is read from it."));

  private IdentityFields() {}
}
