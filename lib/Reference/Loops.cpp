// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs loop nests on lanes, in threads.

#include "Loops.h"
#include "SumBounds.h"
#include "Threads.h"
#include "fusion/Support/Parallel.h"
#include <mutex>

using namespace mlir;
using namespace fusion::reference;

namespace {
/// The part of a run that one thread does.
class LoopRunner {
public:
  LoopRunner(const LoopNest &nest, const LaneProgram &program, bool bounds);

  /// Runs the chunks [begin, end), each of kLanes points of the parallel dimensions.
  void runChunks(int64_t begin, int64_t end);
  const Instruction *getFailed() const { return context.failed; }

private:
  void enterChunk(int64_t firstPoint, int64_t points);
  void setLaneOffsets(int64_t lane, int64_t run, ArrayRef<int64_t> index);
  void runChunk();
  void runPoint();
  void nextPoint();
  void runBody();
  void loadOutputs();
  void carryResults();
  void load(const LoopOperand &operand, ArrayRef<int64_t> offsets, int64_t shift, Register &reg);
  void store(const LoopOperand &operand, ArrayRef<int64_t> offsets, int64_t shift, const Register &reg);
  void accumulate(unsigned output);
  void finishSum(unsigned output);
  /// The inputs, then the outputs.
  const LoopOperand &operand(size_t o) const {
    return o < nest.inputs.size() ? nest.inputs[o] : nest.outputs[o - nest.inputs.size()];
  }
  int outputArgument(unsigned output) const { return program.arguments[nest.inputs.size() + output]; }

  const LoopNest &nest;
  const LaneProgram &program;
  std::vector<Register> registers;
  std::vector<std::array<SumBounds, kLanes>> sumBounds; ///< of each output that is a sum
  LaneContext context;
  SmallVector<int64_t> parallelDims, reductionDims;
  int64_t reductionPoints = 1;
  SmallVector<std::vector<int64_t>> offsets; ///< of each operand, per lane
  SmallVector<int64_t> shifts;               ///< of each operand, for the reduction's point
  SmallVector<int64_t> reductionIndex;       ///< of the reduction's point
  std::vector<Register> staged;
  bool readsOutputs;
};
} // namespace

LoopRunner::LoopRunner(const LoopNest &nest, const LaneProgram &program, bool bounds)
    : nest(nest), program(program), registers(program.numRegisters), sumBounds(nest.outputs.size()) {
  context.registers = registers;
  context.tables = program.tables;
  context.bounds = bounds;
  for (auto [d, reduction] : llvm::enumerate(nest.isReduction)) {
    bool sequential = reduction || !nest.independent;
    (sequential ? reductionDims : parallelDims).push_back(d);
    if (sequential)
      reductionPoints *= nest.ranges[d];
  }
  readsOutputs = nest.readsOutputs || !reductionDims.empty();
  offsets.assign(nest.inputs.size() + nest.outputs.size(), std::vector<int64_t>(kLanes));
  shifts.assign(offsets.size(), 0);
  for (auto &[reg, tensor] : program.constants) {
    Register &r = registers[reg];
    r.exact = !bounds || tensor.isExact();
    std::fill_n(r.value, kLanes, *tensor.value());
    std::fill_n(r.lo, kLanes, *tensor.lo());
    std::fill_n(r.hi, kLanes, *tensor.hi());
  }
}

/// Sets the offsets of `run` lanes from `lane` on, and the index registers of parallel dimensions. `index` is the first
/// lane's; the others follow along the innermost dimension.
void LoopRunner::setLaneOffsets(int64_t lane, int64_t run, ArrayRef<int64_t> index) {
  int64_t rank = parallelDims.size();
  for (size_t o = 0; o < offsets.size(); ++o) {
    int64_t base = operand(o).offset, stride = rank ? operand(o).strides[parallelDims[rank - 1]] : 0;
    for (int64_t d = 0; d < rank; ++d)
      base += index[d] * operand(o).strides[parallelDims[d]];
    for (int64_t l = 0; l < run; ++l)
      offsets[o][lane + l] = base + l * stride;
  }
  for (auto [dim, reg] : program.indices)
    for (int64_t d = 0; d < rank; ++d)
      if (parallelDims[d] == dim)
        for (int64_t l = 0; l < run; ++l)
          registers[reg].value[lane + l].i = index[d] + (d == rank - 1 ? l : 0);
}

/// Prepares the lanes for `points` points of the parallel dimensions, in row-major order from `firstPoint` on.
void LoopRunner::enterChunk(int64_t firstPoint, int64_t points) {
  context.lanes = points;
  int64_t rank = parallelDims.size();
  if (rank == 0) {
    setLaneOffsets(0, points, {});
    return;
  }
  SmallVector<int64_t> index(rank);
  for (int64_t d = rank - 1, rest = firstPoint; d >= 0; --d) {
    index[d] = rest % nest.ranges[parallelDims[d]];
    rest /= nest.ranges[parallelDims[d]];
  }
  for (int64_t lane = 0; lane < points;) {
    int64_t run = std::min(points - lane, nest.ranges[parallelDims[rank - 1]] - index[rank - 1]);
    setLaneOffsets(lane, run, index);
    lane += run;
    index[rank - 1] += run;
    for (int64_t d = rank - 1; d > 0 && index[d] == nest.ranges[parallelDims[d]]; --d) {
      index[d] = 0;
      ++index[d - 1];
    }
  }
}

void LoopRunner::load(const LoopOperand &operand, ArrayRef<int64_t> offsets, int64_t shift, Register &reg) {
  auto gather = [&](const Scalar *from, Scalar *to) {
    from += shift;
    for (int l = 0; l < context.lanes; ++l)
      to[l] = from[offsets[l]];
  };
  gather(operand.tensor.value(), reg.value);
  reg.exact = !context.bounds || operand.tensor.isExact();
  if (reg.exact)
    return;
  gather(operand.tensor.lo(), reg.lo);
  gather(operand.tensor.hi(), reg.hi);
}

void LoopRunner::store(const LoopOperand &operand, ArrayRef<int64_t> offsets, int64_t shift, const Register &reg) {
  auto scatter = [&](const Scalar *from, Scalar *to) {
    to += shift;
    for (int l = 0; l < context.lanes; ++l)
      to[offsets[l]] = from[l];
  };
  Tensor out = operand.tensor; // another view of the same buffer
  scatter(reg.value, out.valueMut());
  if (!context.bounds)
    return;
  scatter(reg.loOrValue(), out.loMut());
  scatter(reg.hiOrValue(), out.hiMut());
}

/// Adds the term to the output's register. Rounding comes at the end, from the number of terms and their magnitudes:
/// whatever the order in which the compiled program adds.
void LoopRunner::accumulate(unsigned output) {
  const Register &term = registers[nest.sums[output].addend];
  Register &sum = registers[outputArgument(output)];
  for (int l = 0; l < context.lanes; ++l)
    sum.value[l].f += term.value[l].f;
  if (!context.bounds)
    return;
  for (int l = 0; l < context.lanes; ++l)
    sumBounds[output][l].add(term.interval(l));
}

void LoopRunner::finishSum(unsigned output) {
  const SumReduction &sum = nest.sums[output];
  Register &reg = registers[outputArgument(output)];
  if (!context.bounds)
    return;
  for (int l = 0; l < context.lanes; ++l)
    reg.set(l, sum.store.apply(
                   sumBounds[output][l].finish(reg.value[l].f, sum.unit * (reductionPoints + 1), sum.store.maxFinite)));
}

void LoopRunner::runBody() {
  for (const Instruction &instruction : program.instructions) {
    instruction.kernel(instruction, context);
    if (context.failed)
      return;
  }
}

/// Before the points of a chunk: the outputs' elements, which the reduction then keeps in registers.
void LoopRunner::loadOutputs() {
  for (size_t o = 0; o < nest.outputs.size(); ++o) {
    Register &reg = registers[outputArgument(o)];
    load(nest.outputs[o], offsets[nest.inputs.size() + o], 0, reg);
    if (nest.sums[o].addend < 0)
      continue;
    sumBounds[o].fill({});
    for (int l = 0; l < context.lanes; ++l)
      sumBounds[o][l].add(reg.interval(l));
    reg.exact = !context.bounds;
  }
}

/// After one point of a reduction: the results become the outputs' elements. They are staged, since a result may be
/// another output's argument.
void LoopRunner::carryResults() {
  staged.clear();
  for (size_t o = 0; o < nest.outputs.size(); ++o)
    if (nest.sums[o].addend >= 0)
      accumulate(o);
    else
      staged.push_back(registers[program.results[o]]);
  size_t next = 0;
  for (size_t o = 0; o < nest.outputs.size(); ++o)
    if (nest.sums[o].addend < 0)
      registers[outputArgument(o)] = staged[next++];
}

/// One point of the sequential dimensions, at `shifts`.
void LoopRunner::runPoint() {
  size_t numInputs = nest.inputs.size();
  for (auto [indexDim, reg] : program.indices)
    for (auto [d, dim] : llvm::enumerate(reductionDims))
      if (indexDim == dim)
        for (int l = 0; l < context.lanes; ++l)
          registers[reg].value[l].i = reductionIndex[d];
  for (size_t i = 0; i < numInputs; ++i)
    load(nest.inputs[i], offsets[i], shifts[i], registers[program.arguments[i]]);
  for (size_t o = 0; !nest.independent && o < nest.outputs.size(); ++o)
    load(nest.outputs[o], offsets[numInputs + o], shifts[numInputs + o], registers[outputArgument(o)]);
  runBody();
  if (context.failed)
    return;
  for (size_t o = 0; !nest.independent && o < nest.outputs.size(); ++o)
    store(nest.outputs[o], offsets[numInputs + o], shifts[numInputs + o], registers[program.results[o]]);
  if (nest.independent && !reductionDims.empty())
    carryResults();
}

/// Moves `reductionIndex` and `shifts` to the next point of the sequential dimensions.
void LoopRunner::nextPoint() {
  for (int64_t d = reductionDims.size() - 1; d >= 0; --d) {
    int64_t range = nest.ranges[reductionDims[d]];
    bool wraps = ++reductionIndex[d] == range;
    for (size_t o = 0; o < shifts.size(); ++o)
      shifts[o] += operand(o).strides[reductionDims[d]] * (wraps ? 1 - range : 1);
    if (!wraps)
      return;
    reductionIndex[d] = 0;
  }
}

void LoopRunner::runChunk() {
  if (readsOutputs && nest.independent)
    loadOutputs();
  reductionIndex.assign(reductionDims.size(), 0);
  shifts.assign(shifts.size(), 0);
  for (int64_t point = 0; point < reductionPoints && !context.failed; ++point) {
    runPoint();
    nextPoint();
  }
  if (context.failed || !nest.independent)
    return;
  for (size_t o = 0; o < nest.outputs.size(); ++o) {
    if (nest.sums[o].addend >= 0)
      finishSum(o);
    int reg = reductionDims.empty() ? program.results[o] : outputArgument(o);
    store(nest.outputs[o], offsets[nest.inputs.size() + o], 0, registers[reg]);
  }
}

void LoopRunner::runChunks(int64_t begin, int64_t end) {
  int64_t points = 1;
  for (int64_t d : parallelDims)
    points *= nest.ranges[d];
  for (int64_t chunk = begin; chunk < end && !context.failed; ++chunk) {
    enterChunk(chunk * kLanes, std::min<int64_t>(kLanes, points - chunk * kLanes));
    runChunk();
  }
}

LogicalResult fusion::reference::runLoops(const LoopNest &nest, const LaneProgram &program, bool bounds,
                                          unsigned numThreads) {
  int64_t parallelPoints = 1, points = 1;
  for (auto [range, reduction] : llvm::zip(nest.ranges, nest.isReduction)) {
    points *= range;
    parallelPoints *= reduction || !nest.independent ? 1 : range;
  }
  const Instruction *failed = nullptr;
  std::mutex mutex;
  int64_t chunks = (parallelPoints + kLanes - 1) / kLanes;
  int64_t work = points * (program.instructions.size() + nest.inputs.size() + 1);
  parallelFor(chunks, limitThreads(numThreads, work), [&](int64_t begin, int64_t end) {
    LoopRunner runner(nest, program, bounds);
    runner.runChunks(begin, end);
    if (runner.getFailed()) {
      std::lock_guard<std::mutex> lock(mutex);
      failed = runner.getFailed();
    }
  });
  if (!failed)
    return success();
  return failed->op->emitOpError("failed in the reference interpreter: ") << failed->error;
}
