/// What a job wants to exist: names, pods, services, environment, commands.
@NullMarked
package dev.trainyard.engine.plan;

import org.jspecify.annotations.NullMarked;
