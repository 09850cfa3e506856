/// What every dialect shares: its contract, problems with paths, closed lists of words.
@NullMarked
package dev.trainyard.dialects;

import org.jspecify.annotations.NullMarked;
