/// Reads the binary form in which Go's typed clients send built-in kinds.
@NullMarked
package dev.trainyard.yard.apiserver.protobuf;

import org.jspecify.annotations.NullMarked;
