/// The neutral training job, what is observed of it, and what is decided: values only.
@NullMarked
package dev.trainyard.engine.model;

import org.jspecify.annotations.NullMarked;
