package dev.trainyard.yard.node.gates;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The machine code of gates on amd64.
final class Amd64 implements MachineCode {

  private static final int ROOM = 256;

  private final ByteBuffer code = ByteBuffer.allocate(ROOM).order(ByteOrder.LITTLE_ENDIAN);

  @Override
  public byte[] filtering(int filter, Text failure) {
    close(failure.descriptor());
    bytes(0xB8).putInt(317); // mov eax, seccomp
    bytes(0xBF).putInt(1); // mov edi, SECCOMP_SET_MODE_FILTER
    bytes(0x31, 0xF6); // xor esi, esi
    bytes(0xBA).putInt(filter); // mov edx, filter
    bytes(0x0F, 0x05); // syscall
    bytes(0x85, 0xC0); // test eax, eax
    bytes(0x75, 26); // jnz fail
    arguments();
    become();
    fail(failure);
    return taken();
  }

  @Override
  public byte[] unpacking(Text failure) {
    close(failure.descriptor());
    arguments();
    bytes(0x49, 0x89, 0xD0); // mov r8, rdx: read from here
    bytes(0x49, 0x89, 0xD1); // mov r9, rdx: write to here
    bytes(0x49, 0x8B, 0x00); // next: mov rax, [r8]
    bytes(0x49, 0x83, 0xC0, 0x08); // add r8, 8
    bytes(0x48, 0x85, 0xC0); // test rax, rax
    bytes(0x74, 20); // jz end
    bytes(0x66, 0x81, 0x38).putShort((short) Baggage.FIRST_TWO); // cmp word [rax], first two
    bytes(0x75, -19); // jne next
    bytes(0x48, 0x83, 0xC0, Baggage.LABEL); // add rax, label
    bytes(0x49, 0x89, 0x01); // mov [r9], rax
    bytes(0x49, 0x83, 0xC1, 0x08); // add r9, 8
    bytes(0xEB, -32); // jmp next
    bytes(0x49, 0xC7, 0x01).putInt(0); // end: mov qword [r9], 0
    become();
    fail(failure);
    return taken();
  }

  private void close(int descriptor) {
    bytes(0xB8).putInt(3); // mov eax, close
    bytes(0xBF).putInt(descriptor); // mov edi, descriptor
    bytes(0x0F, 0x05); // syscall
  }

  private void arguments() {
    bytes(0x48, 0x8B, 0x04, 0x24); // mov rax, [rsp]: how many
    bytes(0x48, 0x8B, 0x7C, 0x24, 0x10); // mov rdi, [rsp+16]: the program
    bytes(0x48, 0x8D, 0x74, 0x24, 0x10); // lea rsi, [rsp+16]: its arguments
    bytes(0x48, 0x8D, 0x54, 0xC4, 0x10); // lea rdx, [rsp+rax*8+16]: the environment
  }

  private void become() {
    bytes(0xB8).putInt(59); // mov eax, execve
    bytes(0x0F, 0x05); // syscall
  }

  private void fail(Text text) {
    bytes(0xB8).putInt(1); // mov eax, write
    bytes(0xBF).putInt(2); // mov edi, stderr
    bytes(0xBE).putInt(text.address()); // mov esi, text
    bytes(0xBA).putInt(text.length()); // mov edx, length
    bytes(0x0F, 0x05); // syscall
    bytes(0xB8).putInt(231); // mov eax, exit_group
    bytes(0xBF).putInt(126); // mov edi, 126
    bytes(0x0F, 0x05); // syscall
  }

  private ByteBuffer bytes(int... values) {
    for (var value : values) {
      code.put((byte) value);
    }
    return code;
  }

  private byte[] taken() {
    var taken = new byte[code.position()];
    code.get(0, taken);
    return taken;
  }
}
