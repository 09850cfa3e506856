/// What a node answers to the API server of its cluster: logs, commands and its pods.
@NullMarked
package dev.trainyard.yard.node.kubelet;

import org.jspecify.annotations.NullMarked;
