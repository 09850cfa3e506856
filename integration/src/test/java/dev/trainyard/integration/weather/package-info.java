/// The real operator behind a proxy that breaks what passes through it.
@NullMarked
package dev.trainyard.integration.weather;

import org.jspecify.annotations.NullMarked;
