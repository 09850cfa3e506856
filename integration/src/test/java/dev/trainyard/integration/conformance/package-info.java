/// What the yard and Kubernetes say to the same requests, and where they differ.
@NullMarked
package dev.trainyard.integration.conformance;

import org.jspecify.annotations.NullMarked;
