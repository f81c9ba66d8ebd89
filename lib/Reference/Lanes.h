// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Scalar code compiled into a flat list of instructions, each of which works on a block of elements ("lanes") at a
// time: what regions of linalg ops, elementwise graph ops and scalar ops are executed with.

#ifndef FUSION_LIB_REFERENCE_LANES_H
#define FUSION_LIB_REFERENCE_LANES_H

#include "Interval.h"
#include "RoundingModel.h"
#include "fusion/Reference/Tensor.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <memory>

namespace fusion::reference {

inline constexpr int kLanes = 128;

/// One scalar value of `kLanes` elements. lo and hi are only set where `exact` is false.
struct Register {
  Scalar value[kLanes], lo[kLanes], hi[kLanes];
  bool exact = true;

  const Scalar *loOrValue() const { return exact ? value : lo; }
  const Scalar *hiOrValue() const { return exact ? value : hi; }
  Interval interval(int lane) const {
    return exact ? Interval::exact(value[lane].f) : Interval::decode(value[lane].f, lo[lane].f, hi[lane].f);
  }
  void set(int lane, Interval x) {
    value[lane].f = x.value;
    x.encode(lo[lane].f, hi[lane].f);
  }
};

struct Instruction;
struct LaneLoop;

/// Whether an instruction in a branch or in a loop runs in a lane. `Perhaps` is where that hangs on an uncertain value,
/// or where the value and a compiled program go different ways.
enum class Runs { No, Perhaps, Yes };

/// What instructions work on: the registers of one thread, and where to leave an error.
struct LaneContext {
  MutableArrayRef<Register> registers;
  ArrayRef<Tensor> tables;
  int lanes = 0;
  bool bounds = true;
  /// Instruction that failed (an index out of range, an assertion), or null.
  const Instruction *failed = nullptr;

  Register &dst(const Instruction &in);
  const Register &src(const Instruction &in, int i) const;
  Runs runs(const Instruction &in, int lane) const;
};

using Kernel = void (*)(const Instruction &, LaneContext &);

struct Instruction {
  Kernel kernel;
  int dst = -1;
  SmallVector<int, 3> src;
  Rounding rounding;
  double constants[4] = {0, 0, 0, 0}; ///< e.g. gelu's scale and cubic, clamp's limits
  int64_t integers[2] = {0, 0};       ///< e.g. bit widths, predicates
  int table = -1;                     ///< of tensor.extract
  int guard = -1;                     ///< register of the condition under which it runs; -1: always
  AffineMap map;                      ///< of affine.apply and the like
  std::shared_ptr<LaneLoop> loop;     ///< of scf.for and scf.while
  Operation *op = nullptr;
  StringRef error; ///< what to say if it fails
};

inline Register &LaneContext::dst(const Instruction &in) { return registers[in.dst]; }
inline const Register &LaneContext::src(const Instruction &in, int i) const { return registers[in.src[i]]; }
inline Runs LaneContext::runs(const Instruction &in, int lane) const {
  if (in.guard < 0)
    return Runs::Yes;
  const Register &guard = registers[in.guard];
  int64_t value = guard.value[lane].i;
  if (guard.loOrValue()[lane].i != value || guard.hiOrValue()[lane].i != value)
    return Runs::Perhaps;
  return value ? Runs::Yes : Runs::No;
}

/// A loop inside of a body: the lanes go round together, each until its own condition ends.
struct LaneLoop {
  SmallVector<Instruction> before, after; ///< what decides whether a lane goes on; what it then does
  SmallVector<int> inits, arguments;      ///< what the first round begins with, and where each round finds it
  int condition = -1;                     ///< after `before`
  SmallVector<int> passedOn, taken;       ///< at the condition, and where `after` and the results find it
  SmallVector<int> yields;                ///< at the end of a round
  int active = -1;                        ///< lanes that go on
};

/// A compiled body.
struct LaneProgram {
  int numRegisters = 0;
  SmallVector<Instruction> instructions;
  SmallVector<std::pair<int, Tensor>> constants; ///< registers filled once, each from a rank-0 tensor
  SmallVector<Tensor> tables;                    ///< tensors read by tensor.extract
  SmallVector<int> arguments;                    ///< register of each argument
  SmallVector<int> results;                      ///< register of each result
  SmallVector<std::pair<int64_t, int>> indices;  ///< loop dimension and the register that holds its index
};

/// Compiles scalar code. `lookup` gives the tensor (rank 0 for scalars) of a value defined outside, or a null tensor.
class LaneCompiler {
public:
  using Lookup = std::function<Tensor(Value)>;
  LaneCompiler(const RoundingModel &rounding, Lookup lookup) : rounding(rounding), lookup(std::move(lookup)) {}

  /// Compiles `op` alone; its operands are the program's arguments.
  LogicalResult compileOp(Operation *op);
  /// Compiles a block up to its terminator, whose operands are the results; block arguments are the arguments, or
  /// loop indices (for bodies of tensor.generate).
  LogicalResult compileBlock(Block &block, bool argumentsAreIndices = false);
  LaneProgram &getProgram() { return program; }

  // For encoders.

  const RoundingModel &getRounding() const { return rounding; }
  int newRegister() { return program.numRegisters++; }
  /// Register of `value`, compiled or captured; failure (with a diagnostic at `user`) if it is neither.
  FailureOr<int> getRegister(Value value, Operation *user);
  void setRegister(Value value, int reg) { registers[value] = reg; }
  int getIndexRegister(int64_t loopDim);
  /// A register that holds `scalar`, a rank-0 tensor.
  int newConstant(Tensor scalar);
  /// Gives `value` such a register.
  LogicalResult addConstant(Value value, Tensor scalar);
  /// The tensor of `value`, which is defined outside.
  FailureOr<Tensor> getTensor(Value value, Operation *user);
  FailureOr<int> addTable(Value tensor, Operation *user);
  /// Appends an instruction with the op's operands as sources and its first result, if it has one, as destination.
  FailureOr<Instruction *> append(Operation *op, Kernel kernel);
  Instruction &appendRaw(Instruction instruction);
  /// Compiles the ops of a nested block; its arguments have registers already.
  LogicalResult compileNested(Block &block);
  /// The same into a list of its own, under the condition in register `guard`.
  LogicalResult compileGuarded(Block &block, int guard, SmallVector<Instruction> *into = nullptr);
  int getGuard() const { return guard; }

private:
  RoundingModel rounding;
  Lookup lookup;
  LaneProgram program;
  DenseMap<Value, int> registers;
  int guard = -1; ///< of what is appended
};

/// Appends the condition of a branch, or its contrary, and the guard around it, and gives the register of both.
int appendGuard(LaneCompiler &compiler, Operation *op, int condition, bool contrary = false);

/// The value of an affine expression; none where it divides by a number that is not positive.
std::optional<int64_t> evaluateAffine(AffineExpr expr, ArrayRef<int64_t> dims, ArrayRef<int64_t> symbols);

/// Compiles one op by appending to the program.
using Encoder = LogicalResult (*)(LaneCompiler &, Operation *);

/// The encoder of an op by its name, or null. One table per family of ops.
Encoder lookupEncoder(Operation *op);
const llvm::StringMap<Encoder> &getFloatEncoders();
const llvm::StringMap<Encoder> &getIntegerEncoders();
const llvm::StringMap<Encoder> &getConversionEncoders();
const llvm::StringMap<Encoder> &getFusionEncoders();
const llvm::StringMap<Encoder> &getMiscEncoders();
const llvm::StringMap<Encoder> &getRandomEncoders();
const llvm::StringMap<Encoder> &getReadEncoders();
const llvm::StringMap<Encoder> &getControlEncoders();
const llvm::StringMap<Encoder> &getIndexEncoders();

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_LANES_H
