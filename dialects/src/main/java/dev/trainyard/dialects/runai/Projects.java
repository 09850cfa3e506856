package dev.trainyard.dialects.runai;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.runai.RunAi;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Queues;
import java.util.Map;
import java.util.Optional;

/// The project that a namespace belongs to: the one on its label, or the one in its name.
final class Projects {

  private static final String PREFIX = "runai-";

  static String of(String namespace, Lookup lookup) {
    return lookup
        .find(Queues.NAMESPACES.kind(), "", namespace)
        .map(found -> requireNonNullElse(found.getMetadata().getLabels(), Map.<String, String>of()))
        .flatMap(labels -> Optional.ofNullable(labels.get(RunAi.QUEUE_LABEL)))
        .filter(project -> !project.isEmpty())
        .orElseGet(() -> named(namespace));
  }

  private static String named(String namespace) {
    return namespace.startsWith(PREFIX) && namespace.length() > PREFIX.length()
        ? namespace.substring(PREFIX.length())
        : namespace;
  }

  private Projects() {}
}
