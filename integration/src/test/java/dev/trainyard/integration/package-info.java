@org.jspecify.annotations.NullMarked
package dev.trainyard.integration;
