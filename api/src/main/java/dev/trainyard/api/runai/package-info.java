/// Run:ai's kinds as users write them, and the catalogue of their fields.
@NullMarked
package dev.trainyard.api.runai;

import org.jspecify.annotations.NullMarked;
