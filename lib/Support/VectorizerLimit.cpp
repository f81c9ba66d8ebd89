// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Counts what LLVM's vectorizer would visit, and marks loops where that is too much.

#include "VectorizerLimit.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

/// What one question may visit. Each value of a loop is asked about a few times, and a visit takes some 5 ns. The sine
/// of a value that is broadcast takes 41,603.
static constexpr uint64_t kMaxVisits = 1 << 16;

namespace {
/// The answer for a value, and how many values are visited to find it.
struct Uniformity {
  bool uniform;
  uint64_t visits;
};
} // namespace

/// What the vectorizer visits for a value: it stops at the first that differs between lanes.
static Uniformity ask(const Instruction &instruction, const Loop &loop,
                      const DenseMap<const Value *, Uniformity> &known) {
  if (isa<PHINode>(instruction) && instruction.getParent() == loop.getHeader())
    return {false, 1};
  Uniformity result = {!instruction.mayHaveSideEffects(), 1};
  for (const Value *operand : instruction.operands()) {
    auto it = known.find(operand);
    if (it == known.end())
      continue;
    result.visits = SaturatingAdd(result.visits, it->second.visits);
    if (!it->second.uniform)
      return {false, result.visits};
  }
  return result;
}

/// The most that one question about a value of the loop visits.
static uint64_t countVisits(Loop &loop, LoopInfo &info) {
  DenseMap<const Value *, Uniformity> known;
  uint64_t most = 0;
  LoopBlocksRPO blocks(&loop);
  blocks.perform(&info);
  for (BasicBlock *block : blocks)
    for (const Instruction &instruction : *block) {
      Uniformity answer = known[&instruction] = ask(instruction, loop, known);
      most = std::max(most, answer.visits);
    }
  return most;
}

PreservedAnalyses fusion::VectorizerLimitPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &info = analyses.getResult<LoopAnalysis>(function);
  for (Loop *loop : info.getLoopsInPreorder())
    if (loop->isInnermost() && countVisits(*loop, info) > kMaxVisits)
      addStringMetadataToLoop(loop, "llvm.loop.vectorize.enable", 0);
  return PreservedAnalyses::all();
}
