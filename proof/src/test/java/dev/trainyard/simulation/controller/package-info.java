@NullMarked
package dev.trainyard.simulation.controller;

import org.jspecify.annotations.NullMarked;
