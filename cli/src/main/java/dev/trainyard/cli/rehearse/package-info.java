/// Scripts of rehearsals as people write them, and what happened as people and programs read it.
@NullMarked
package dev.trainyard.cli.rehearse;

import org.jspecify.annotations.NullMarked;
