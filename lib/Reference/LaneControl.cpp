// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Branches and loops in bodies of scalar code. All lanes run both branches, under a condition that keeps what may fail
// from running, and then choose; loops go round until no lane goes on.

#include "FloatOps.h"
#include "IntegerOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fusion::reference;

namespace {
/// The guard in src[1], if there is one, and the condition in src[0], or its contrary where integers[0] is set.
void runGuard(const Instruction &in, LaneContext &c) {
  const Register &condition = c.src(in, 0);
  Register &dst = c.dst(in);
  bool inner = in.src.size() > 1, contrary = in.integers[0];
  dst.exact = !c.bounds || (condition.exact && (!inner || c.src(in, 1).exact));
  for (int l = 0; l < c.lanes; ++l) {
    auto both = [&](const Scalar *own, const Scalar *outer) {
      return (own[l].i != 0) != contrary && (!inner || outer[l].i != 0);
    };
    const Register &outer = c.src(in, inner ? 1 : 0);
    dst.value[l].i = both(condition.value, outer.value);
    if (dst.exact)
      continue;
    dst.lo[l].i = both(contrary ? condition.hiOrValue() : condition.loOrValue(), outer.loOrValue());
    dst.hi[l].i = both(contrary ? condition.loOrValue() : condition.hiOrValue(), outer.hiOrValue());
  }
}

FailureOr<SmallVector<int>> getRegisters(LaneCompiler &compiler, ValueRange values, Operation *user) {
  SmallVector<int> registers;
  for (Value value : values) {
    FailureOr<int> reg = compiler.getRegister(value, user);
    if (failed(reg))
      return failure();
    registers.push_back(*reg);
  }
  return registers;
}

SmallVector<int> addRegisters(LaneCompiler &compiler, ValueRange values) {
  SmallVector<int> registers;
  for (Value value : values) {
    registers.push_back(compiler.newRegister());
    compiler.setRegister(value, registers.back());
  }
  return registers;
}

LogicalResult encodeIf(LaneCompiler &compiler, Operation *op) {
  auto ifOp = cast<scf::IfOp>(op);
  FailureOr<int> condition = compiler.getRegister(ifOp.getCondition(), op);
  if (failed(condition))
    return failure();
  int taken = appendGuard(compiler, op, *condition);
  if (failed(compiler.compileGuarded(*ifOp.thenBlock(), taken)))
    return failure();
  if (!ifOp.elseBlock())
    return success();
  int other = appendGuard(compiler, op, *condition, /*contrary=*/true);
  if (failed(compiler.compileGuarded(*ifOp.elseBlock(), other)))
    return failure();
  auto thenValues = getRegisters(compiler, ifOp.thenYield().getResults(), op);
  auto elseValues = getRegisters(compiler, ifOp.elseYield().getResults(), op);
  if (failed(thenValues) || failed(elseValues))
    return failure();
  for (auto [result, x, y] : llvm::zip(op->getResults(), *thenValues, *elseValues)) {
    Instruction in;
    in.kernel = getSelectKernel(result.getType());
    in.op = op;
    in.src = {*condition, x, y};
    in.dst = compiler.newRegister();
    compiler.setRegister(result, in.dst);
    compiler.appendRaw(std::move(in));
  }
  return success();
}

LogicalResult encodeExecuteRegion(LaneCompiler &compiler, Operation *op) {
  Region &region = cast<scf::ExecuteRegionOp>(op).getRegion();
  if (!region.hasOneBlock())
    return op->emitOpError("has several blocks, which the reference interpreter does not run");
  if (failed(compiler.compileNested(region.front())))
    return failure();
  auto values = getRegisters(compiler, region.front().getTerminator()->getOperands(), op);
  if (failed(values))
    return failure();
  for (auto [result, reg] : llvm::zip(op->getResults(), *values))
    compiler.setRegister(result, reg);
  return success();
}

/// Copies lanes, with bounds if there are any.
void copyLanes(const LaneContext &c, const Register &source, Register &target, function_ref<bool(int)> which) {
  target.exact = !c.bounds;
  for (int l = 0; l < c.lanes; ++l) {
    if (!which(l))
      continue;
    target.value[l] = source.value[l];
    target.lo[l] = source.loOrValue()[l];
    target.hi[l] = source.hiOrValue()[l];
  }
}

void runAll(ArrayRef<Instruction> instructions, LaneContext &c) {
  for (const Instruction &instruction : instructions) {
    instruction.kernel(instruction, c);
    if (c.failed)
      return;
  }
}

/// Of lanes that left the loop where an uncertain value decides, nothing is known.
void forget(LaneContext &c, const Instruction &in, ArrayRef<bool> uncertain) {
  for (auto [reg, result] : llvm::zip(in.loop->taken, in.op->getResults()))
    for (int l = 0; l < c.lanes; ++l)
      if (uncertain[l] && isa<FloatType>(result.getType()))
        c.registers[reg].set(l, Interval::unknown(c.registers[reg].value[l].f));
      else if (uncertain[l])
        setUnknown(c.registers[reg], l, getWidth(result.getType()));
}

/// The values at the end of a round become those at the beginning of the next, all at once.
void nextRound(const LaneLoop &loop, LaneContext &c, std::vector<Register> &staged, function_ref<bool(int)> goesOn) {
  staged.clear();
  for (int reg : loop.yields)
    staged.push_back(c.registers[reg]);
  for (auto [source, reg] : llvm::zip(staged, loop.arguments))
    copyLanes(c, source, c.registers[reg], goesOn);
}

/// The lanes that go on by the condition; whether there are any.
bool decide(const LaneLoop &loop, LaneContext &c, bool *uncertain) {
  const Register &condition = c.registers[loop.condition];
  Register &active = c.registers[loop.active];
  bool any = false;
  for (int l = 0; l < c.lanes; ++l) {
    uncertain[l] |= active.value[l].i && !isCertain(condition, l);
    active.value[l].i &= condition.value[l].i != 0;
    any |= active.value[l].i != 0;
  }
  return any;
}

void runLoop(const Instruction &in, LaneContext &c) {
  const LaneLoop &loop = *in.loop;
  Register &active = c.registers[loop.active];
  active.exact = true;
  bool uncertain[kLanes];
  for (int l = 0; l < c.lanes; ++l) {
    uncertain[l] = c.runs(in, l) == Runs::Perhaps;
    active.value[l].i = in.guard < 0 || c.registers[in.guard].value[l].i;
  }
  for (auto [from, to] : llvm::zip(loop.inits, loop.arguments))
    copyLanes(c, c.registers[from], c.registers[to], [](int) { return true; });
  auto isActive = [&](int l) { return active.value[l].i != 0; };
  std::vector<Register> staged;
  while (true) {
    runAll(loop.before, c);
    if (c.failed)
      return;
    for (auto [from, to] : llvm::zip(loop.passedOn, loop.taken))
      copyLanes(c, c.registers[from], c.registers[to], isActive);
    if (!decide(loop, c, uncertain))
      break;
    runAll(loop.after, c);
    if (c.failed)
      return;
    nextRound(loop, c, staged, isActive);
  }
  if (c.bounds)
    forget(c, in, ArrayRef(uncertain, kLanes));
}

/// Appends the loop's instruction; the op's results are what the condition passes on.
LogicalResult appendLoop(LaneCompiler &compiler, Operation *op, std::shared_ptr<LaneLoop> loop) {
  for (auto [result, reg] : llvm::zip(op->getResults(), loop->taken))
    compiler.setRegister(result, reg);
  Instruction in;
  in.kernel = runLoop;
  in.op = op;
  in.loop = std::move(loop);
  compiler.appendRaw(std::move(in));
  return success();
}

LogicalResult encodeWhile(LaneCompiler &compiler, Operation *op) {
  auto whileOp = cast<scf::WhileOp>(op);
  auto loop = std::make_shared<LaneLoop>();
  auto inits = getRegisters(compiler, whileOp.getInits(), op);
  if (failed(inits))
    return failure();
  loop->inits = *inits;
  loop->active = compiler.newRegister();
  loop->arguments = addRegisters(compiler, whileOp.getBeforeArguments());
  if (failed(compiler.compileGuarded(*whileOp.getBeforeBody(), loop->active, &loop->before)))
    return failure();
  auto condition = compiler.getRegister(whileOp.getConditionOp().getCondition(), op);
  auto passedOn = getRegisters(compiler, whileOp.getConditionOp().getArgs(), op);
  if (failed(condition) || failed(passedOn))
    return failure();
  loop->condition = *condition;
  loop->passedOn = *passedOn;
  loop->taken = addRegisters(compiler, whileOp.getAfterArguments());
  if (failed(compiler.compileGuarded(*whileOp.getAfterBody(), loop->active, &loop->after)))
    return failure();
  auto yields = getRegisters(compiler, whileOp.getYieldOp().getResults(), op);
  if (failed(yields))
    return failure();
  loop->yields = *yields;
  return appendLoop(compiler, op, std::move(loop));
}

/// src: the index, the upper bound and the step. Whether another round follows.
void runBelow(const Instruction &in, LaneContext &c) {
  Register &dst = c.dst(in);
  dst.exact = !c.bounds;
  for (int l = 0; l < c.lanes; ++l) {
    dst.value[l].i = c.src(in, 0).value[l].i < c.src(in, 1).value[l].i;
    bool certain = llvm::all_of(in.src, [&](int reg) { return isCertain(c.registers[reg], l); });
    dst.lo[l].i = certain ? dst.value[l].i : 0;
    dst.hi[l].i = certain ? dst.value[l].i : 1;
    if (c.runs(in, l) == Runs::Yes && c.src(in, 2).value[l].i <= 0)
      c.failed = &in;
  }
}

void runStep(const Instruction &in, LaneContext &c) {
  Register &dst = c.dst(in);
  dst.exact = true; // of bounds that are uncertain, `runBelow` says so
  for (int l = 0; l < c.lanes; ++l)
    dst.value[l].i = c.src(in, 0).value[l].i + c.src(in, 1).value[l].i;
}

Instruction makeInstruction(Kernel kernel, Operation *op, ArrayRef<int> src, int dst, int guard) {
  Instruction in;
  in.kernel = kernel;
  in.op = op;
  in.src.assign(src.begin(), src.end());
  in.dst = dst;
  in.guard = guard;
  in.error = "has a step that is not positive";
  return in;
}

LogicalResult encodeFor(LaneCompiler &compiler, Operation *op) {
  auto forOp = cast<scf::ForOp>(op);
  auto loop = std::make_shared<LaneLoop>();
  auto bounds = getRegisters(compiler, {forOp.getLowerBound(), forOp.getUpperBound(), forOp.getStep()}, op);
  auto inits = getRegisters(compiler, forOp.getInitArgs(), op);
  if (failed(bounds) || failed(inits))
    return failure();
  loop->active = compiler.newRegister();
  loop->inits = *inits;
  loop->inits.push_back((*bounds)[0]);
  loop->arguments = addRegisters(compiler, forOp.getRegionIterArgs());
  int index = compiler.newRegister(), next = compiler.newRegister();
  loop->arguments.push_back(index);
  compiler.setRegister(forOp.getInductionVar(), index);
  loop->condition = compiler.newRegister();
  loop->before.push_back(
      makeInstruction(runBelow, op, {index, (*bounds)[1], (*bounds)[2]}, loop->condition, loop->active));
  for (int reg : ArrayRef(loop->arguments).drop_back()) {
    loop->passedOn.push_back(reg);
    loop->taken.push_back(compiler.newRegister());
  }
  if (failed(compiler.compileGuarded(*forOp.getBody(), loop->active, &loop->after)))
    return failure();
  loop->after.push_back(makeInstruction(runStep, op, {index, (*bounds)[2]}, next, loop->active));
  auto yields = getRegisters(compiler, forOp.getBody()->getTerminator()->getOperands(), op);
  if (failed(yields))
    return failure();
  loop->yields = *yields;
  loop->yields.push_back(next);
  return appendLoop(compiler, op, std::move(loop));
}
} // namespace

int fusion::reference::appendGuard(LaneCompiler &compiler, Operation *op, int condition, bool contrary) {
  Instruction in;
  in.kernel = runGuard;
  in.op = op;
  in.src = {condition};
  if (compiler.getGuard() >= 0)
    in.src.push_back(compiler.getGuard());
  in.integers[0] = contrary;
  int reg = in.dst = compiler.newRegister();
  compiler.appendRaw(std::move(in));
  return reg;
}

const llvm::StringMap<Encoder> &fusion::reference::getControlEncoders() {
  static const llvm::StringMap<Encoder> encoders = [] {
    llvm::StringMap<Encoder> table;
    table["scf.execute_region"] = encodeExecuteRegion;
    table["scf.for"] = encodeFor;
    table["scf.if"] = encodeIf;
    table["scf.while"] = encodeWhile;
    return table;
  }();
  return encoders;
}
