package dev.trainyard.yard.node.gates;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// A program of some hundred bytes that does one thing to itself and becomes the program that its
/// arguments name, by its path.
///
/// It is made here, because nothing else is on every machine: a JVM or an interpreter needs more
/// memory than a container may be allowed, `setpriv` knows filters from util-linux 2.41 on, and a
/// shell loses variables whose names it does not like. It calls the kernel itself, so whatever
/// libraries an environment names are none of its own.
final class Gate {

  private static final int ADDRESS = 0x400000;
  private static final int FILE_HEADER = 64;
  private static final int SEGMENT_HEADER = 56;
  private static final int FILTER = FILE_HEADER + SEGMENT_HEADER;
  private static final int FILTER_HEADER = 16;
  private static final byte[] FAILURE =
      "This container could not become its program.\n".getBytes(StandardCharsets.US_ASCII);

  /// One that filters its system calls.
  ///
  /// @param descriptor under which it is open when it is run
  static byte[] filtering(Architecture architecture, int descriptor, List<Instruction> filter) {
    var steps = FILTER + FILTER_HEADER;
    var text = steps + filter.size() * Instruction.SIZE;
    var data = ByteBuffer.allocate(text - FILTER).order(ByteOrder.LITTLE_ENDIAN);
    data.putLong(filter.size()).putLong(ADDRESS + steps);
    filter.forEach(step -> step.write(data));
    var code = architecture.code().filtering(ADDRESS + FILTER, failure(descriptor, text));
    return executable(architecture, data.array(), code);
  }

  /// One that unpacks its environment.
  static byte[] unpacking(Architecture architecture, int descriptor) {
    var code = architecture.code().unpacking(failure(descriptor, FILTER));
    return executable(architecture, new byte[0], code);
  }

  /// A file that everybody may run who can reach it.
  static void write(Path file, byte[] executable) throws IOException {
    Files.deleteIfExists(file);
    Files.write(file, executable);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r-xr-xr-x"));
  }

  private static MachineCode.Text failure(int descriptor, int offset) {
    return new MachineCode.Text(descriptor, ADDRESS + offset, FAILURE.length);
  }

  private static byte[] executable(Architecture architecture, byte[] data, byte[] code) {
    var start = FILTER + data.length + FAILURE.length;
    var aligned = (start + 7) / 8 * 8;
    var file = ByteBuffer.allocate(aligned + code.length).order(ByteOrder.LITTLE_ENDIAN);
    file.put(new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1}).position(16);
    file.putShort((short) 2).putShort((short) architecture.machine()).putInt(1);
    file.putLong(ADDRESS + aligned).putLong(FILE_HEADER).putLong(0).putInt(0);
    file.putShort((short) FILE_HEADER).putShort((short) SEGMENT_HEADER).putShort((short) 1);
    file.position(FILE_HEADER);
    // The whole file, to be read and run.
    file.putInt(1).putInt(5).putLong(0).putLong(ADDRESS).putLong(ADDRESS);
    file.putLong(file.capacity()).putLong(file.capacity()).putLong(0x10000);
    file.put(data).put(FAILURE).position(aligned);
    file.put(code);
    return file.array();
  }

  private Gate() {}
}
