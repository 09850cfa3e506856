/// What the built-in kinds consist of, read from the client's model classes: the fields there are,
/// how a strategic patch merges them, and how OpenAPI describes them.
@NullMarked
package dev.trainyard.yard.apiserver.types;

import org.jspecify.annotations.NullMarked;
