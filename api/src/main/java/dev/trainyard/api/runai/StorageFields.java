package dev.trainyard.api.runai;

import java.util.List;

/// What is mounted into the container.
final class StorageFields {

  private static final Member READ_ONLY =
      Member.flag("readOnly", "Whether it cannot be written to. Defaults to false.");

  private static final Member MOUNT_PATH =
      Member.text("mountPath", "Where in the container it is.").required();

  static final List<Field> ALL =
      List.of(
          Field.items(
              "pvcs",
              "Persistent volume claims, which are there or are made.",
              Member.text("claimName", "The name of the claim."),
              Member.flag("existingPvc", "Whether the claim is there. Defaults to false."),
              Member.text("path", "Where in the container it is.").required(),
              READ_ONLY,
              Member.flag("ephemeral", "Whether it goes with the workload. Defaults to false."),
              Member.amount("size", "How large a new claim is."),
              Member.text("storageClass", "The storage class of a new claim."),
              Member.flag("readWriteOnce", "One node may write to it."),
              Member.flag("readOnlyMany", "Several nodes may read from it."),
              Member.flag("readWriteMany", "Several nodes may write to it."),
              Member.text("volumeMode", "Filesystem or Block. Defaults to Filesystem.")),
          Field.items(
              "nfs",
              "Directories of NFS servers.",
              Member.text("nfsServer", "The server.").or("server").required(),
              Member.text("sourcePath", "The directory on the server.").or("path").required(),
              Member.text("targetPath", "Where in the container it is.").or("mountPath").required(),
              READ_ONLY),
          Field.items(
              "volumes",
              "Directories of the node, or of NFS servers.",
              Member.text("sourcePath", "The directory there.").or("path").required(),
              Member.text("targetPath", "Where in the container it is.").or("mountPath").required(),
              READ_ONLY,
              Member.text("nfsServer", "The server, if it is not on the node.")),
          Field.items(
              "s3",
              "S3 buckets.",
              Member.text("bucket", "The bucket.").required(),
              Member.text("path", "Where in the container it is.").required(),
              Member.text("url", "The address of the service. Defaults to that of Amazon."),
              Member.text("key", "The access key, or its entry in the secret."),
              Member.text("secret", "The secret key, or its entry in the secret."),
              Member.text("secretName", "The secret of the namespace that has both keys.")),
          Field.items(
              "gitSync",
              "Git repositories, cloned before the container starts.",
              Member.text("repository", "The address of the repository.").required(),
              Member.text("directory", "Where in the container it is.").or("path").required(),
              Member.text("branch", "The branch."),
              Member.text("rev", "The revision; the branch does not matter then.").or("revision"),
              Member.text("secretName", "The secret of the namespace that has the credentials."),
              Member.text("username", "The user, or its entry in the secret."),
              Member.text("password", "The password, or its entry in the secret."),
              Member.text("image", "The image that clones it.")),
          Field.items(
              "configMapVolumes",
              "ConfigMaps as directories.",
              Member.text("name", "The ConfigMap.").required(),
              MOUNT_PATH),
          Field.items(
              "secretVolumes",
              "Secrets as directories.",
              Member.text("name", "The secret.").required(),
              MOUNT_PATH),
          Field.items(
              "emptyDirVolumes",
              "Directories that last as long as the pod.",
              Member.text("path", "Where in the container it is.").required()),
          Field.flag(
              "mountPropagation",
              "Shows what is mounted on the node below a volume later. Defaults to false."));

  private StorageFields() {}
}
