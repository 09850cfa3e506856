/// The embedded Kubernetes API: discovery, CRUD, watch, patch, custom resources, clean-up by owner.
@NullMarked
package dev.trainyard.yard.apiserver;

import org.jspecify.annotations.NullMarked;
