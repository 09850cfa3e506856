@NullMarked
package dev.trainyard.yard.http;

import org.jspecify.annotations.NullMarked;
