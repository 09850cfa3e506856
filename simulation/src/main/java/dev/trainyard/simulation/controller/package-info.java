/// The operator's controller as the SDK runs it, on caches that may be behind and requests that may
/// fail.
@NullMarked
package dev.trainyard.simulation.controller;

import org.jspecify.annotations.NullMarked;
