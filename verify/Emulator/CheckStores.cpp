// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Refuses stores that ptxas takes for conversions (lib/Target/PTX/StoredBits.h).

#include "Program.h"

#include <algorithm>

using namespace emulator;

/// The bits of the float that the instruction gives in its first register, 0 if it gives none.
static unsigned getFloatBits(const Instruction &i) {
  bool writes = !i.operands.empty() && i.operands[0].kind == Operand::Register && !i.has("st") && !i.has("red");
  bool isPacked = i.has("f16x2") || i.has("bf16x2");
  return writes && !isPacked && (i.type.kind == 'f' || i.type.kind == 'B') ? i.type.bits : 0;
}

void emulator::checkStores(const Kernel &kernel) {
  std::vector<unsigned> floatBits(kernel.registers);
  for (const Instruction &i : kernel.code)
    if (unsigned bits = getFloatBits(i))
      floatBits[i.operands[0].reg] = std::max(floatBits[i.operands[0].reg], bits);
  for (const Instruction &i : kernel.code) {
    if (i.words[0] != "st" || i.operands.size() < 2)
      continue;
    const Operand &value = i.operands[1];
    std::vector<Operand> parts = value.kind == Operand::List ? value.list : std::vector<Operand>{value};
    for (const Operand &part : parts)
      if (part.kind == Operand::Register && floatBits[part.reg] > i.type.bits)
        throw Fault("line " + std::to_string(i.line) + ": an assembler converts the float that is stored as " +
                    std::to_string(i.type.bits) + " bits, where its low bits are meant: move them first");
  }
}
