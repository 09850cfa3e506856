/// Service accounts' tokens: what they say, how they are signed, and what makes one worthless.
@NullMarked
package dev.trainyard.yard.apiserver.identity;

import org.jspecify.annotations.NullMarked;
