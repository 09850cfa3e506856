/// What people ask of jobs that are there, and how it is granted.
@NullMarked
package dev.trainyard.cli.wishes;

import org.jspecify.annotations.NullMarked;
