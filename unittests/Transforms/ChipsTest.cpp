// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is fused is what a family of the chip takes, and what was fused for another chip is taken apart.

#include "../Support/Printing.h"
#include "fusion/Analysis/Explain.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Families/SM80/Family.h"
#include "fusion/InitAll.h"
#include "fusion/Pipelines/Pipelines.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Has no schedules: what is tested here comes before them.
class FormulaFamily : public KernelFamily {
public:
  std::optional<FamilyChoice> choose(const ScheduleProblem &, const ChipInfo &, MLIRContext *) const override {
    return std::nullopt;
  }
  SmallVector<ScheduleAttr> enumerate(const ScheduleProblem &, const ChipInfo &, MLIRContext *) const override {
    return {};
  }
  FusionVerdict check(ScheduleAttr, const ScheduleProblem &, const ChipInfo &) const override {
    return FusionVerdict::no("it has no schedules");
  }
};

/// Takes two products that share their left factor.
class GatedFamily : public FormulaFamily {
public:
  StringRef getName() const override { return "gated"; }
  FusionVerdict supports(const KernelPlan &plan, const ChipInfo &) const override {
    SmallVector<AnchorPlan> anchors = plan.getAnchorPlans();
    bool isPair = anchors.size() == 2 && anchors[0].factors[1].operand->get() == anchors[1].factors[1].operand->get();
    return isPair ? FusionVerdict::yes() : FusionVerdict::no("the kernel is no pair");
  }
};

/// In the place of the compiler's family of that name: takes one product, on sm_80 without an epilogue.
class BareOnSM80 : public FormulaFamily {
public:
  StringRef getName() const override { return "sm80"; }
  FusionVerdict supports(const KernelPlan &plan, const ChipInfo &chip) const override {
    if (!plan.getPlainProduct())
      return FusionVerdict::no("the kernel is no product");
    if (chip.name == "sm_80" && !plan.getEpilogue().empty())
      return FusionVerdict::no("sm_80 has no epilogues");
    return FusionVerdict::yes();
  }
};

class ChipsTest : public testing::Test {
protected:
  ChipsTest()
      : context([] {
          DialectRegistry registry;
          registerAllDialects(registry);
          return registry;
        }()) {
    registerKernelFamily(std::make_unique<GatedFamily>());
  }
  MLIRContext context;
};

/// The codes of the remarks that are left while it is there.
class Remarks {
public:
  explicit Remarks(MLIRContext &context) : context(context) {
    remark::RemarkCategories categories;
    categories.passed = categories.missed = "fusion.*";
    (void)remark::enableOptimizationRemarks(context, std::make_unique<Streamer>(codes),
                                            std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
  }
  ~Remarks() { context.setRemarkEngine(nullptr); }

  std::vector<std::string> codes;

private:
  struct Streamer : remark::detail::MLIRRemarkStreamerBase {
    explicit Streamer(std::vector<std::string> &codes) : codes(codes) {}
    void streamOptimizationRemark(const remark::detail::Remark &remark) override {
      codes.push_back(remark.getRemarkName().str());
    }
    std::vector<std::string> &codes;
  };

  MLIRContext &context;
};

/// A row of the chip table with other families.
struct OwnChip : ChipInfo {
  OwnChip(StringRef name, ArrayRef<StringRef> own) : ChipInfo(*lookupChip(name)) { families = own; }
};
} // namespace

/// Two products of left factors of their own, which no family of ours takes.
static const char kTwo[] = R"(
  func.func @f(%x: tensor<64x32xbf16>, %y: tensor<64x32xbf16>, %g: tensor<32x64xbf16>)
      -> tensor<64x64xf32> {
    %0 = fusion.matmul %x, %g : (tensor<64x32xbf16>, tensor<32x64xbf16>) -> tensor<64x64xf32>
    %1 = fusion.matmul %y, %g : (tensor<64x32xbf16>, tensor<32x64xbf16>) -> tensor<64x64xf32>
    %2 = fusion.silu %0 : tensor<64x64xf32>
    %3 = fusion.mul %2, %1 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return %3 : tensor<64x64xf32>
  })";

static const char kRelu[] = R"(
  func.func @f(%x: tensor<64x32xbf16>, %w: tensor<32x64xbf16>) -> tensor<64x64xf32> {
    %0 = fusion.matmul %x, %w : (tensor<64x32xbf16>, tensor<32x64xbf16>) -> tensor<64x64xf32>
    %1 = fusion.relu %0 : tensor<64x64xf32>
    return %1 : tensor<64x64xf32>
  })";

/// How many kernels there are, and of the last one how many operations are in it, without the yield.
static std::pair<int, int> countKernels(ModuleOp module) {
  int kernels = 0, ops = 0;
  module.walk([&](KernelOp kernel) {
    ++kernels;
    ops = llvm::range_size(kernel.getBodyBlock()->without_terminator());
  });
  return {kernels, ops};
}

/// Forms and merges the kernels of a graph for a chip. `missed` takes the edges that are left.
static std::pair<int, int> fuse(MLIRContext &context, const char *text, const ChipInfo &chip,
                                SmallVector<FusionVerdict> &missed) {
  auto module = parseSourceString<ModuleOp>(text, &context);
  IRRewriter rewriter(&context);
  Dependence dependence;
  formKernels(rewriter, *module);
  fuseEpilogues(rewriter, *module, chip, dependence);
  missed.clear();
  for (const MissedEdge &edge : collectMissedEdges(*module, FamiliesOf{chip}, dependence))
    missed.push_back(edge.verdict);
  EXPECT_TRUE(succeeded(verify(*module)));
  return countKernels(*module);
}

/// A family that takes two products makes them one kernel, with no word of it in any pass.
TEST_F(ChipsTest, TakesMore) {
  SmallVector<FusionVerdict> missed;
  EXPECT_EQ(fuse(context, kTwo, *lookupChip("sm_80"), missed).first, 2);
  ASSERT_EQ(missed.size(), 1);
  EXPECT_EQ(missed[0].code, RemarkCode::TwoProducts);
  const StringRef families[] = {"gated", "sm80", "elementwise"};
  EXPECT_EQ(fuse(context, kTwo, OwnChip("sm_80", families), missed), std::pair(1, 4));
  EXPECT_TRUE(missed.empty());
}

/// What no family takes is no kernel, and the remark says what they say.
TEST_F(ChipsTest, TakesLess) {
  SmallVector<FusionVerdict> missed;
  EXPECT_EQ(fuse(context, kRelu, *lookupChip("sm_80"), missed), std::pair(1, 2));
  const StringRef families[] = {"gated", "elementwise"};
  EXPECT_EQ(fuse(context, kRelu, OwnChip("sm_80", families), missed).first, 2);
  ASSERT_EQ(missed.size(), 1);
  EXPECT_EQ(missed[0].code, RemarkCode::NoFamily);
  EXPECT_EQ(missed[0].reason, "no family of sm_80 takes the kernel: gated: the kernel is no pair; elementwise: "
                              "the kernel has an anchor");
}

/// Runs `fusion-fuse` with a chip or without; returns the kernels, and the codes of the remarks.
static std::pair<int, int> runFuse(ModuleOp module, StringRef chip, std::vector<std::string> &codes) {
  PassManager pm(module.getContext());
  FusePipelineOptions options;
  options.chip = chip.str();
  buildFusePipeline(pm, options);
  Remarks remarks(*module.getContext());
  EXPECT_TRUE(succeeded(pm.run(module)));
  codes = remarks.codes;
  return countKernels(module);
}

static bool has(const std::vector<std::string> &codes, StringRef code) { return llvm::is_contained(codes, code); }

/// The chip is the option's, the module's, or the first of the table. What was fused for another one is unfused where
/// its families refuse it.
TEST_F(ChipsTest, LaterChip) {
  registerKernelFamily(std::make_unique<BareOnSM80>());
  llvm::scope_exit backAgain([] { registerKernelFamily(createSM80Family()); });
  std::vector<std::string> codes;
  auto module = parseSourceString<ModuleOp>(kRelu, &context);
  OwningOpRef<ModuleOp> plain = module->clone(), own = module->clone();
  EXPECT_EQ(runFuse(*plain, "", codes).first, 2);
  EXPECT_TRUE(has(codes, "no-family"));
  EXPECT_FALSE((*plain)->hasAttr(kTargetAttrName));
  (*own)->setAttr(kTargetAttrName, TargetAttr::get(&context, "sm_89", ""));
  EXPECT_EQ(runFuse(*own, "", codes), std::pair(1, 2));
  EXPECT_TRUE(has(codes, "fused"));
  EXPECT_EQ(runFuse(*module, "sm_89", codes), std::pair(1, 2));
  EXPECT_TRUE(has(codes, "fused"));
  EXPECT_EQ((*module)->getAttr(kTargetAttrName), TargetAttr::get(&context, "sm_89", ""));

  (*module)->removeAttr(kTargetAttrName);
  OwningOpRef<ModuleOp> untargeted = module->clone(), scheduled = module->clone();
  EXPECT_EQ(runFuse(*module, "sm_86", codes), std::pair(1, 2));
  EXPECT_FALSE(has(codes, "unfused"));
  (*module)->removeAttr(kTargetAttrName);
  EXPECT_EQ(runFuse(*module, "sm_80", codes).first, 2);
  EXPECT_TRUE(has(codes, "unfused"));
  // Without a target, as on the CPU, kernels stay.
  EXPECT_EQ(runFuse(*untargeted, "", codes), std::pair(1, 2));
  EXPECT_FALSE(has(codes, "unfused"));
  // So do those with a schedule: whoever wrote that wanted the kernel.
  scheduled->walk([&](KernelOp kernel) {
    kernel.setScheduleAttr(ScheduleAttr::get(&context, "sm80", {64, 64, 64}, {2, 2}, 2, 1));
  });
  EXPECT_EQ(runFuse(*scheduled, "sm_80", codes), std::pair(1, 2));
  EXPECT_FALSE(has(codes, "unfused"));
}
