package dev.trainyard.yard.node.gates;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The machine code of gates on arm64.
final class Arm64 implements MachineCode {

  private static final int ROOM = 256;

  private final ByteBuffer code = ByteBuffer.allocate(ROOM).order(ByteOrder.LITTLE_ENDIAN);

  @Override
  public byte[] filtering(int filter, Text failure) {
    close(failure.descriptor());
    set(0, 1); // SECCOMP_SET_MODE_FILTER
    set(1, 0);
    setAddress(2, filter);
    call(277); // seccomp
    code.putInt(0xB50000E0); // cbnz x0, fail
    arguments();
    become();
    fail(failure);
    return taken();
  }

  @Override
  public byte[] unpacking(Text failure) {
    close(failure.descriptor());
    arguments();
    code.putInt(0xAA0203E3); // mov x3, x2: read from here
    code.putInt(0xAA0203E4); // mov x4, x2: write to here
    code.putInt(0xF8408465); // next: ldr x5, [x3], 8
    code.putInt(0xB4000105); // cbz x5, end
    code.putInt(0x794000A6); // ldrh w6, [x5]
    set(7, Baggage.FIRST_TWO);
    code.putInt(0xEB0700DF); // cmp x6, x7
    code.putInt(0x54FFFF61); // b.ne next
    code.putInt(0x910000A5 | Baggage.LABEL << 10); // add x5, x5, label
    code.putInt(0xF8008485); // str x5, [x4], 8
    code.putInt(0x17FFFFF8); // b next
    code.putInt(0xF900009F); // end: str xzr, [x4]
    become();
    fail(failure);
    return taken();
  }

  private void close(int descriptor) {
    set(0, descriptor);
    call(57); // close
  }

  private void arguments() {
    code.putInt(0xF94003E9); // ldr x9, [sp]: how many
    code.putInt(0xF9400BE0); // ldr x0, [sp, 16]: the program
    code.putInt(0x910043E1); // add x1, sp, 16: its arguments
    code.putInt(0x8B090C22); // add x2, x1, x9, lsl 3: the environment
  }

  private void become() {
    call(221); // execve
  }

  private void fail(Text text) {
    set(0, 2); // stderr
    setAddress(1, text.address());
    set(2, text.length());
    call(64); // write
    set(0, 126);
    call(94); // exit_group
  }

  /// `movz`: a register becomes a number of 16 bits.
  private void set(int register, int value) {
    code.putInt(0xD2800000 | value << 5 | register);
  }

  /// The same and `movk`, for 32 bits.
  private void setAddress(int register, int value) {
    set(register, value & 0xFFFF);
    code.putInt(0xF2A00000 | value >>> 16 << 5 | register);
  }

  private void call(int number) {
    set(8, number);
    code.putInt(0xD4000001); // svc 0
  }

  private byte[] taken() {
    var taken = new byte[code.position()];
    code.get(0, taken);
    return taken;
  }
}
