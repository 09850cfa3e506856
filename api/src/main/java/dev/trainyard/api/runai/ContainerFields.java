package dev.trainyard.api.runai;

import java.util.List;

/// What runs in the container.
final class ContainerFields {

  static final List<Field> ALL =
      List.of(
          Field.text("image", "The image of the container. A job cannot do without."),
          Field.text(
              "imagePullPolicy",
              "When the image is pulled: always, ifNotPresent or never. Defaults to always."),
          Field.text(
              "imagePullSecrets",
              "The secrets by which the image may be pulled, separated by blanks or commas."),
          Field.text(
              "command",
              "The words that replace the entry point of the image. Quotes keep words together; no"
                  + " shell is involved."),
          Field.text(
              "arguments",
              "The words that follow the command or the entry point, separated in the same way."),
          Field.texts(
              "environment",
              "Variables by their names. SECRET:name,key takes the value from a secret of the"
                  + " namespace."),
          Field.text("workingDir", "The directory it starts in. Defaults to that of the image."),
          Field.flag("stdin", "Keeps the input of the container open. Defaults to false."),
          Field.flag("tty", "Gives the container a terminal; it needs stdin. Defaults to false."),
          Field.texts("labels", "Labels of the pods."),
          Field.texts("annotations", "Annotations of the pods."));

  private ContainerFields() {}
}
