// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Drafts: kernels of products that no family makes, of the parts of SM90 and one new part each.

#ifndef FUSION_UNITTESTS_DRAFTS_DRAFT_H
#define FUSION_UNITTESTS_DRAFTS_DRAFT_H

#include "fusion/Families/Product/FinishParameters.h"
#include "fusion/Families/Product/Kernel.h"
#include "fusion/Families/SM90/Schedule.h"
#include "fusion/Schedule/KernelFamily.h"
#include <Spec.h>

namespace fusion {

/// Whether a draft takes a kernel, and what it makes of it. The draft stands in the place of family sm90.
struct Draft {
  StringRef name;
  bool (*takes)(const KernelPlan &plan);
  std::unique_ptr<KernelVariant> (*create)(const KernelPlan &plan, SM90Schedule schedule);
};

extern const Draft kGatedPair, kWindows, kGroups, kRows;

/// A kernel of a draft: that of a product by its schedule, with whatever a draft puts in the place of a part. Its sizes
/// are static, and operands start at multiples of 16 bytes.
class DraftVariant : public KernelVariant {
public:
  DraftVariant(const KernelPlan &plan, const SM90Schedule &schedule);

  StringRef suffix() const override { return ""; }
  const AccessGuard &guard() const override { return nothing; }
  FunctionOpInterface emitFunction(OpBuilder &builder, StringRef name) override;
  void emitLaunch(OpBuilder &builder, SymbolRefAttr function) override;

protected:
  /// Adds the parameters of the parts. A draft may have changed `spec` in its constructor.
  virtual void addParameters();
  /// What the kernel's function gives to its body.
  virtual async::KernelArguments getArguments(KernelBuilder &kb, Block::BlockArgListType arguments) const;

  /// Adds the parameter of a factor, rows being number 0, and returns its number; and what the kernel loads it from.
  /// Here it comes in boxes of a tensor map.
  virtual unsigned addFactor(unsigned number);
  virtual std::unique_ptr<async::Source> getFactor(KernelBuilder &kb, Block::BlockArgListType arguments,
                                                   unsigned number) const;
  const async::Multiplicand &getMultiplicand(unsigned number) const {
    return number == 0 ? spec.atom->rows : spec.atom->columns[number - 1];
  }
  Value getInput(const ProductFactor &factor) const { return KernelOp(kernel).getInputOf(factor.argument); }
  Value getFactorInput(unsigned number) const {
    return getInput(number == 0 ? products.front().lhs : products[number - 1].rhs);
  }

  SmallVector<ProductSum, 1> products;
  async::ProductSpec spec;
  std::optional<async::EpiloguePlan> plan;
  async::Parameters parameters;
  std::optional<async::FinishParameters> finish;
  SmallVector<unsigned> factors; ///< parameters, rows first

private:
  AccessGuard nothing, ignored;
};

} // namespace fusion

#endif // FUSION_UNITTESTS_DRAFTS_DRAFT_H
