package dev.trainyard.yard.node.gates;

import java.nio.ByteBuffer;

/// One step of a filter, in the kernel's own form (`struct sock_filter`).
///
/// @param code what it does
/// @param then how many steps are left out when a comparison holds
/// @param otherwise how many when it does not
/// @param value what is compared, loaded or answered
record Instruction(int code, int then, int otherwise, int value) {

  static final int SIZE = 8;

  static final int LOAD = 0x20;
  static final int JUMP_IF_EQUAL = 0x15;
  static final int JUMP_IF_GREATER = 0x25;
  static final int JUMP_IF_ANY_BIT = 0x45;
  static final int ANSWER = 0x06;

  private static final int LONGEST_JUMP = 255;

  Instruction {
    if (then > LONGEST_JUMP || otherwise > LONGEST_JUMP) {
      throw new IllegalArgumentException("no filter can jump over %d steps".formatted(then));
    }
  }

  /// Takes four bytes of `struct seccomp_data` for the comparisons that follow.
  static Instruction load(int offset) {
    return new Instruction(LOAD, 0, 0, offset);
  }

  static Instruction answer(int value) {
    return new Instruction(ANSWER, 0, 0, value);
  }

  void write(ByteBuffer to) {
    to.putShort((short) code).put((byte) then).put((byte) otherwise).putInt(value);
  }
}
