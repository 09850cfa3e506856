/// How replicas are shared out when a job grows or shrinks.
@NullMarked
package dev.trainyard.engine.elastic;

import org.jspecify.annotations.NullMarked;
