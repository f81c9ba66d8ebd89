// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product whose sums do not lie as wgmma's do: each thread has a row of the tile.

#include "Draft.h"
#include "RowAtom.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// Columns of a tile, for which chunks of the epilogue overlap.
static constexpr int64_t kColumns = 80;

/// One product of inputs of 16 bits, without batches.
static bool isPlain(const KernelPlan &plan) {
  const ProductSum *sum = plan.getPlainProduct();
  return sum && plan.getAnchors().size() == 1 && sum->batches.empty() && sum->type->elementBytes == 2 &&
         sum->lhs.kind == FactorKind::Tiled && sum->rhs.kind == FactorKind::Tiled;
}

namespace {
class RowsVariant : public DraftVariant {
public:
  RowsVariant(const KernelPlan &plan, const SM90Schedule &schedule) : DraftVariant(plan, schedule) {
    auto input = cast<MemRefType>(getFactorInput(0).getType());
    auto atom = std::make_shared<RowAtom>(input.getElementType(), kColumns);
    atom->rows = spec.atom->rows, atom->columns = spec.atom->columns, atom->sumType = spec.atom->sumType;
    spec.atom = atom;
  }
};
} // namespace

const Draft fusion::kRows = {"rows", isPlain, [](const KernelPlan &plan, SM90Schedule schedule) {
                               schedule.tileN = kColumns;
                               schedule.consumers = 1;
                               return std::unique_ptr<KernelVariant>(std::make_unique<RowsVariant>(plan, schedule));
                             }};
