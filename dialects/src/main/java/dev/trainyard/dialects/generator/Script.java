package dev.trainyard.dialects.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The shell text that every pod runs. Of all settings only the commands, the main program and the
/// number of GPUs come in here.
final class Script {

  /// What the chart's own block is indented by.
  private static final int INDENT = 6;

  private static final Pattern LINE_BREAK = Pattern.compile("\r\n|\r|\n");
  private static final Pattern BLANK = Pattern.compile(" {0,%d}".formatted(INDENT));
  private static final String MARGIN = " ".repeat(INDENT);

  private static final List<String> OPENING =
      List.of(
          "echo \"Environment variables set by the kubeflow training operator:\"",
          "echo ${MASTER_ADDR}:${MASTER_PORT}",
          "echo \"PYTHONUNBUFFERED:\"${PYTHONUNBUFFERED}",
          "echo My global rank is ${RANK} / ${WORLD_SIZE}",
          "echo \"Other injected environment variables:\"",
          "echo \"NVME_MOUNT_PATH: \"${NVME_MOUNT_PATH}",
          "#",
          "# User commands",
          "#");

  private static final List<String> SAKKARA =
      List.of(
          "echo \"Sakkara is enabled: using Sakkara-assigned rank instead of the default PyTorchJob"
              + " rank\"",
          "export RANK=$SAKKARA_RANK");

  static String of(Settled settings) {
    var lines = new ArrayList<>(OPENING);
    if (Placement.sakkara(settings)) {
      lines.addAll(SAKKARA);
    }
    settings.list("setupCommands").forEach(command -> lines.add(block(Texts.of(command))));
    settings.text("mainProgram").ifPresent(program -> lines.addAll(torchrun(settings, program)));
    return String.join("\n", lines).replaceFirst("\n+\\z", "") + "\n";
  }

  private static List<String> torchrun(Settled settings, String program) {
    var processes =
        Optional.of(settings.number("numGpusPerPod"))
            .filter(number -> number.signum() > 0)
            .map("--nproc_per_node=%s "::formatted)
            .orElse("");
    var line =
        "torchrun --nnodes=${WORLD_SIZE} --node_rank=${RANK} %s--rdzv_id=101".formatted(processes)
            + " --rdzv_endpoint=\"${MASTER_ADDR}:${MASTER_PORT}\" "
            + block(program);
    return List.of("echo executing: " + line, line);
  }

  /// What a reader of the chart's output sees of a value of several lines: the chart pastes it into
  /// a block without indenting it. Where that would break the block, the value is meant as it is.
  private static String block(String value) {
    var lines = List.of(LINE_BREAK.split(value, -1));
    var seen = new ArrayList<String>();
    seen.add(lines.getFirst());
    for (var line : lines.subList(1, lines.size())) {
      if (BLANK.matcher(line).matches()) {
        seen.add("");
      } else if (line.startsWith(MARGIN)) {
        seen.add(line.substring(INDENT));
      } else {
        return value;
      }
    }
    return String.join("\n", seen);
  }

  private Script() {}
}
