/// Stories about the shell, told to fakes and to the embedded cluster.
@NullMarked
package dev.trainyard.operator;

import org.jspecify.annotations.NullMarked;
