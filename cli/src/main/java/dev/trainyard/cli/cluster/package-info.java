/// The cluster a command talks to, and the jobs in it, whichever dialect they are written in.
@NullMarked
package dev.trainyard.cli.cluster;

import org.jspecify.annotations.NullMarked;
