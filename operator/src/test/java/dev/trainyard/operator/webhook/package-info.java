@NullMarked
package dev.trainyard.operator.webhook;

import org.jspecify.annotations.NullMarked;
