package dev.trainyard.yard.node.gates;

import java.util.List;

/// Runs a filter as the kernel would, for tests.
record Kernel(Architecture architecture, List<Instruction> filter) {

  int answers(int number) {
    return answers(number, 0);
  }

  int answers(int number, int argument) {
    return answers(architecture.audited(), number, argument);
  }

  /// To a call by the numbers of whatever architecture.
  int answers(int audited, int number, int argument) {
    var accumulator = 0;
    for (var at = 0; ; at++) {
      var step = filter.get(at);
      var holds =
          switch (step.code()) {
            case Instruction.JUMP_IF_EQUAL -> accumulator == step.value();
            case Instruction.JUMP_IF_GREATER ->
                Integer.compareUnsigned(accumulator, step.value()) > 0;
            case Instruction.JUMP_IF_ANY_BIT -> (accumulator & step.value()) != 0;
            case Instruction.LOAD -> {
              accumulator =
                  switch (step.value()) {
                    case 0 -> number;
                    case 4 -> audited;
                    case 16 -> argument;
                    default -> throw new IllegalStateException("loads " + step.value());
                  };
              yield false;
            }
            case Instruction.ANSWER -> false;
            default -> throw new IllegalStateException("no such step: " + step);
          };
      if (step.code() == Instruction.ANSWER) {
        return step.value();
      }
      at += holds ? step.then() : step.otherwise();
    }
  }
}
