package dev.trainyard.dialects.mpi;

import static java.util.Map.entry;

import dev.trainyard.dialects.Words;
import java.util.LinkedHashMap;
import java.util.Map;

/// Whose mpirun the launcher has: each reads the hosts in its own form and by its own variables.
enum Implementation {
  OPEN_MPI,
  INTEL,
  MPICH;

  static final Words<Implementation> WORDS =
      Words.of(entry("OpenMPI", OPEN_MPI), entry("Intel", INTEL), entry("MPICH", MPICH));

  /// A worker may have an address before its sshd listens.
  private static final String PATIENT = "-o ConnectionAttempts=10";

  /// What follows a host's name on its line.
  String slots(int slots) {
    return switch (this) {
      case OPEN_MPI -> " slots=" + slots;
      case INTEL, MPICH -> ":" + slots;
    };
  }

  Map<String, String> variables(int slots) {
    var variables = new LinkedHashMap<String, String>();
    switch (this) {
      case OPEN_MPI -> {
        variables.put("OMPI_MCA_orte_keep_fqdn_hostnames", "true");
        variables.put("OMPI_MCA_orte_default_hostfile", Equipment.HOSTFILE);
        variables.put("OMPI_MCA_plm_rsh_args", PATIENT);
        variables.put("OMPI_MCA_orte_set_default_slots", Integer.toString(slots));
      }
      case INTEL -> {
        variables.put("I_MPI_HYDRA_HOST_FILE", Equipment.HOSTFILE);
        variables.put("I_MPI_HYDRA_BOOTSTRAP_EXEC_EXTRA_ARGS", PATIENT);
        variables.put("I_MPI_PERHOST", Integer.toString(slots));
      }
      case MPICH -> {
        variables.put("HYDRA_HOST_FILE", Equipment.HOSTFILE);
        variables.put("HYDRA_LAUNCH_EXTRA_ARGS", PATIENT);
      }
    }
    return variables;
  }
}
