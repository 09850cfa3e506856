/// What replicas print: read from the API, put in order, and told apart by prefixes.
@NullMarked
package dev.trainyard.cli.logs;

import org.jspecify.annotations.NullMarked;
