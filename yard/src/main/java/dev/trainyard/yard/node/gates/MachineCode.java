package dev.trainyard.yard.node.gates;

/// What a [Gate] does, in the words of a processor. Each ends by becoming the program that its
/// arguments name, or by saying that it could not.
interface MachineCode {

  /// Puts a filter of system calls on itself.
  ///
  /// @param filter the address of the kernel's `struct sock_fprog`
  byte[] filtering(int filter, Text failure);

  /// Takes for its environment what is [packed][Baggage] in the one it was given.
  byte[] unpacking(Text failure);

  /// What is said when it could not.
  ///
  /// @param descriptor under which the gate itself is open; it closes it
  record Text(int descriptor, int address, int length) {}
}
