package dev.trainyard.integration;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// Stories that are played on whichever cluster this run is about. They may ask for the [Site] that
/// all stories share and a [Team] of their own in it, or for the [Installed] or [Guarded] that the
/// stories of their class share.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Sites.class)
public @interface OnACluster {}
