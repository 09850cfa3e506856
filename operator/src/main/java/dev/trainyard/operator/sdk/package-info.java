/// The shell's two borders, on the Java Operator SDK and its Kubernetes client.
@NullMarked
package dev.trainyard.operator.sdk;

import org.jspecify.annotations.NullMarked;
