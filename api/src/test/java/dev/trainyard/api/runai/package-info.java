/// Stories about Run:ai's kinds.
@NullMarked
package dev.trainyard.api.runai;

import org.jspecify.annotations.NullMarked;
