/// What the operator may ask of an API server, said once: manifests grant it, a start checks it.
@NullMarked
package dev.trainyard.operator.rights;

import org.jspecify.annotations.NullMarked;
