// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// PTX text as a list of instructions for each kernel. What is understood is what LLVM and this project's inline
// assembly write; anything else is an error that names its line.

#ifndef FUSION_VERIFY_EMULATOR_PROGRAM_H
#define FUSION_VERIFY_EMULATOR_PROGRAM_H

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace emulator {

/// What a kernel does wrong, or what the emulator does not know.
struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Operand {
  enum Kind : uint8_t {
    Register,  ///< `reg`
    Immediate, ///< `value`: the bits
    Label,     ///< `value`: index of an instruction
    Parameter, ///< `value`: offset in the block of parameters
    Shared,    ///< `value`: offset from the beginning of the block's shared memory
    Special,   ///< `reg`: a SpecialRegister
    List,      ///< {a, b, ...}: `list`
    Address,   ///< [base + value] or [base, {coordinates}]: the base in `list[0]`, the coordinates in `list[1]`
    Ignored    ///< _
  };
  Kind kind = Ignored;
  uint32_t reg = 0;
  uint64_t value = 0;
  std::vector<Operand> list;
};

enum SpecialRegister : uint32_t {
  TidX,
  TidY,
  TidZ,
  NTidX,
  CtaIdX,
  CtaIdY,
  CtaIdZ,
  NCtaIdX,
  LaneId,
  ClusterCtaRank,
  ClusterNCta
};

/// The type of an operation: kind 'b', 'u', 's', 'f' (IEEE), 'B' (bf16), 't' (tf32), '4' (e4m3), '5' (e5m2) or 'p' (a
/// predicate). A pair of e4m3 or e5m2 has 16 bits.
struct Type {
  char kind = 'b';
  unsigned bits = 32;
};

struct Machine;
struct Thread;
struct Instruction;

/// What becomes of a thread after an instruction.
enum class Step { Next, Jump, Blocked, Exit };
using Handler = Step (*)(Machine &, Thread &, const Instruction &);

/// Whose threads wait for each other at an instruction, which then runs once, with the first of them.
enum class Scope : uint8_t { Thread, Warp, Warpgroup };

struct Instruction {
  Handler handler = nullptr;
  Scope scope = Scope::Thread;
  bool hasGuard = false, guardNot = false;
  uint32_t guard = 0;
  std::vector<std::string> words; ///< the opcode, split at its dots
  std::vector<Operand> operands;
  Type type, from; ///< the last type of the opcode and the one before it; of cvt.TYPE.FROM as it says
  enum : uint8_t { Generic, Shared, Param } space = Generic; ///< that is named; generic addresses serve global memory
  bool ftz = false;                                          ///< flushes subnormal floats to zero
  int lanes = 1;                                             ///< .v2, .v4
  int line = 0;

  bool has(std::string_view word) const;
};

struct Kernel {
  std::string name;
  std::vector<uint32_t> parameterSizes, parameterOffsets;
  uint32_t parameterBytes = 0, registers = 0;
  uint32_t sharedBytes = 0;             ///< of its variables, which are in front of dynamic shared memory
  unsigned maxThreads = 0, cluster = 1; ///< 0: not said
  std::vector<Instruction> code;
  std::vector<std::string> lines; ///< of the text, for messages
};

/// The kernels of a module by name. Throws a Fault.
std::map<std::string, Kernel> parse(const std::string &ptx);

/// Throws a Fault for a store of fewer bits than the float has that its register holds: ptxas makes a conversion of it
/// (lib/Target/PTX/StoredBits.h).
void checkStores(const Kernel &kernel);

struct Operation {
  Handler handler;
  Scope scope;
};
/// The operation of an opcode by its first words ("cp.async.bulk.tensor", "add"); null if there is none.
const Operation *findOperation(const std::vector<std::string> &words);

} // namespace emulator

#endif // FUSION_VERIFY_EMULATOR_PROGRAM_H
