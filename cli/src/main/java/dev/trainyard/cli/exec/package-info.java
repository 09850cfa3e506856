/// Programs run where a replica runs, with this terminal before them.
@NullMarked
package dev.trainyard.cli.exec;

import org.jspecify.annotations.NullMarked;
