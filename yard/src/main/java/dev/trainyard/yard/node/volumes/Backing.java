package dev.trainyard.yard.node.volumes;

import java.nio.file.Path;

/// What stands behind a claim.
sealed interface Backing {

  record Here(Path directory) implements Backing {}

  record Elsewhere(Export export) implements Backing {}
}
