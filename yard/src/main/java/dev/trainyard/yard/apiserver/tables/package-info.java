/// What `kubectl get` shows: the columns of each kind, and an object's cells in them.
@NullMarked
package dev.trainyard.yard.apiserver.tables;

import org.jspecify.annotations.NullMarked;
