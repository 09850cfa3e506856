@NullMarked
package dev.trainyard.operator.rights;

import org.jspecify.annotations.NullMarked;
