/// How pods are placed, told as stories.
@NullMarked
package dev.trainyard.scheduler.core;

import org.jspecify.annotations.NullMarked;
