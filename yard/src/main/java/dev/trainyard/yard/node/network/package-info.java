/// How pods on one machine find each other.
@NullMarked
package dev.trainyard.yard.node.network;

import org.jspecify.annotations.NullMarked;
