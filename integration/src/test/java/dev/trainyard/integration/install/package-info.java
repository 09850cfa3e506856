/// Stories about an operator that is installed, with a process and rights of its own.
@NullMarked
package dev.trainyard.integration.install;

import org.jspecify.annotations.NullMarked;
