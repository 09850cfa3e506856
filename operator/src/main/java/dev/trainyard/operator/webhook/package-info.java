/// The webhook by which an API server asks whether a job may be stored, and its certificate.
@NullMarked
package dev.trainyard.operator.webhook;

import org.jspecify.annotations.NullMarked;
