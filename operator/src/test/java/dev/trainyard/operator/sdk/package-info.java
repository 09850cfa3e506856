@NullMarked
package dev.trainyard.operator.sdk;

import org.jspecify.annotations.NullMarked;
