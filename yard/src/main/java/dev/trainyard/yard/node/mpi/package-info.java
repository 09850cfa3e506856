/// MPI jobs without sshd: workers of this machine start what their launcher's `mpirun` asks for,
/// through sockets that only the yard's user can reach.
@NullMarked
package dev.trainyard.yard.node.mpi;

import org.jspecify.annotations.NullMarked;
