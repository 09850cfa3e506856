/// Custom resource definitions made from the records.
@NullMarked
package dev.trainyard.api.crd;

import org.jspecify.annotations.NullMarked;
