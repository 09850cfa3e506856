/// The command as users start it: processes of its own, real programs, real kills.
@NullMarked
package dev.trainyard.endtoend;

import org.jspecify.annotations.NullMarked;
