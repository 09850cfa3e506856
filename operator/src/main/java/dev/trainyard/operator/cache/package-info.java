/// What a pass reads and writes, between the caches that may be behind and the requests that may
/// fail. Nothing here knows how caches are filled or requests are sent, so a simulation runs it.
@NullMarked
package dev.trainyard.operator.cache;

import org.jspecify.annotations.NullMarked;
