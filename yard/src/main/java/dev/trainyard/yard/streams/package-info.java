/// Talking to a command in a container, as Kubernetes' clients do it over web sockets.
@NullMarked
package dev.trainyard.yard.streams;

import org.jspecify.annotations.NullMarked;
