/// Manifests as people write them: files in, documents with positions and problems with lines out.
@NullMarked
package dev.trainyard.cli.manifests;

import org.jspecify.annotations.NullMarked;
