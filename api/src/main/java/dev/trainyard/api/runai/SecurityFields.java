package dev.trainyard.api.runai;

import java.util.List;

/// Who the container runs as, and what it may do.
final class SecurityFields {

  static final List<Field> ALL =
      List.of(
          Field.flag(
              "runAsUser",
              "Runs the container as the user of runAsUid and runAsGid, or as whoever submitted it."
                  + " Defaults to false."),
          Field.integer("runAsUid", "The user id; it counts only with runAsUser."),
          Field.integer("runAsGid", "The group id; it counts only with runAsUser."),
          Field.text("supplementalGroups", "Ids of further groups, separated by ';' or ','."),
          Field.flag(
              "createHomeDir",
              "Gives the user a home directory that lasts as long as the pod. Defaults to"
                  + " runAsUser."),
          Field.flag(
              "allowPrivilegeEscalation",
              "Whether a process may gain more rights than the one that started it."),
          Field.flag("runAsNonRoot", "Refuses to start the container as root."),
          Field.items(
              "capabilities",
              "Capabilities that are added to the container.",
              Member.text("capability", "Its name in capitals without CAP_, such as NET_ADMIN.")
                  .required()),
          Field.flag("dropAllCapabilities", "Takes all capabilities away that are not added."),
          Field.flag("readOnlyRootFilesystem", "Makes the files of the image unchangeable."),
          Field.text(
              "seccompProfileType",
              "Which system calls it may make: RuntimeDefault or Unconfined."),
          Field.flag("hostIpc", "Shares the memory segments of the node. Defaults to false."),
          Field.flag("hostNetwork", "Uses the network of the node. Defaults to false."));

  private SecurityFields() {}
}
