// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Families of kernels: one that is registered here is chosen, checked, predicted and searched as those of the compiler
// are.

#include "../Support/Printing.h"
#include "Unit.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Families/RegisterFamilies.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Takes two products that share their right factor.
class GatedFamily : public KernelFamily {
public:
  StringRef getName() const override { return "gated"; }

  FusionVerdict supports(const KernelPlan &plan, const ChipInfo &chip) const override {
    SmallVector<AnchorPlan> anchors = plan.getAnchorPlans();
    bool isPair = anchors.size() == 2 && anchors[0].factors[1].operand->get() == anchors[1].factors[1].operand->get();
    return isPair ? FusionVerdict::yes() : FusionVerdict::no(RemarkCode::TwoProducts, "the kernel is no pair");
  }

  std::optional<FamilyChoice> choose(const ScheduleProblem &problem, const ChipInfo &chip,
                                     MLIRContext *context) const override {
    return FamilyChoice{enumerate(problem, chip, context).front(), /*alternatives=*/nullptr};
  }

  SmallVector<ScheduleAttr> enumerate(const ScheduleProblem &problem, const ChipInfo &chip,
                                      MLIRContext *context) const override {
    return {ScheduleAttr::get(context, getName(), {64, 64, 32}, {2, 2}, 2, 1),
            ScheduleAttr::get(context, getName(), {128, 64, 32}, {2, 2}, 2, 1)};
  }

  FusionVerdict check(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const override {
    return schedule.getStages() == 2 ? FusionVerdict::yes() : FusionVerdict::no("a pair has two stages");
  }

  std::optional<PredictedTime> predict(ScheduleAttr schedule, const ScheduleProblem &problem,
                                       const ChipInfo &chip) const override {
    return PredictedTime{42, {{"all", 42}}};
  }
};

/// Takes any one product, if no family behind it is faster than `microseconds`.
class SlowFamily : public KernelFamily {
public:
  SlowFamily(StringRef name, double microseconds) : name(name), microseconds(microseconds) {}

  StringRef getName() const override { return name; }
  FusionVerdict supports(const KernelPlan &plan, const ChipInfo &chip) const override {
    return plan.getPlainProduct() ? FusionVerdict::yes() : FusionVerdict::no(RemarkCode::TwoProducts, "no product");
  }
  std::optional<FamilyChoice> choose(const ScheduleProblem &problem, const ChipInfo &chip,
                                     MLIRContext *context) const override {
    return FamilyChoice{enumerate(problem, chip, context).front(), /*alternatives=*/nullptr, /*contested=*/true};
  }
  SmallVector<ScheduleAttr> enumerate(const ScheduleProblem &problem, const ChipInfo &chip,
                                      MLIRContext *context) const override {
    return {ScheduleAttr::get(context, name, {16, 16, 16}, {1, 1}, 1, 1)};
  }
  FusionVerdict check(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const override {
    return FusionVerdict::yes();
  }
  double estimate(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const override {
    return microseconds;
  }

private:
  std::string name;
  double microseconds;
};
} // namespace

static const char kPair[] = R"(
  func.func @f(%x: tensor<64x32xbf16>, %y: tensor<64x32xbf16>, %g: tensor<32x64xbf16>)
      -> tensor<64x64xf32> {
    %0 = fusion.kernel(%x0 = %x, %y0 = %y, %g0 = %g)
        : (tensor<64x32xbf16>, tensor<64x32xbf16>, tensor<32x64xbf16>) -> tensor<64x64xf32> {
      %1 = fusion.matmul %x0, %g0 : (tensor<64x32xbf16>, tensor<32x64xbf16>) -> tensor<64x64xf32>
      %2 = fusion.matmul %y0, %g0 : (tensor<64x32xbf16>, tensor<32x64xbf16>) -> tensor<64x64xf32>
      %3 = fusion.mul %1, %2 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      fusion.yield %3 : tensor<64x64xf32>
    }
    return %0 : tensor<64x64xf32>
  })";

static const char kProduct[] = R"(
  func.func @f(%x: tensor<64x32xbf16>, %w: tensor<32x64xbf16>) -> tensor<64x64xf32> {
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<64x32xbf16>, tensor<32x64xbf16>) -> tensor<64x64xf32> {
      %1 = fusion.matmul %x0, %w0 : (tensor<64x32xbf16>, tensor<32x64xbf16>) -> tensor<64x64xf32>
      fusion.yield %1 : tensor<64x64xf32>
    }
    return %0 : tensor<64x64xf32>
  })";

static KernelOp getKernel(ModuleOp module) {
  KernelOp found;
  module.walk([&](KernelOp kernel) { found = kernel; });
  EXPECT_TRUE(found);
  return found;
}

/// A family of its own is a class and a name in a chip's row.
TEST(Families, OwnFamily) {
  auto module = parseSourceString<ModuleOp>(kPair, &getTestContext());
  KernelOp kernel = getKernel(*module);
  EXPECT_FALSE(selectSchedule(kernel, getHopper()));
  EXPECT_TRUE(enumerateSchedules(kernel, getHopper()).empty());
  registerKernelFamily(std::make_unique<GatedFamily>());
  EXPECT_FALSE(selectSchedule(kernel, getHopper())); // no chip of the table has it
  ChipInfo chip = getHopper();
  const StringRef families[] = {"sm90", "gated", "sm80"};
  chip.families = families;
  ScheduleAttr schedule = selectSchedule(kernel, chip);
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule.getFamily(), "gated");
  EXPECT_EQ(schedule.getTile()[0], 64);
  ScheduleChooser(chip).setSchedules(kernel);
  EXPECT_EQ(kernel.getScheduleAttr(), schedule);
  EXPECT_TRUE(checkSchedule(schedule, kernel, chip));
  auto deeper = ScheduleAttr::get(&getTestContext(), "gated", {64, 64, 32}, {2, 2}, 3, 1);
  EXPECT_EQ(checkSchedule(deeper, kernel, chip).reason, "a pair has two stages");
  EXPECT_EQ(checkSchedule(schedule, kernel, getHopper()).reason, "sm_90a has no family gated");
  EXPECT_EQ(predictScheduledMicroseconds(kernel, chip), 42);
  EXPECT_EQ(describeSchedule(kernel, chip).microseconds, 42);
  SmallVector<ScheduleAttr> all = enumerateSchedules(kernel, chip);
  ASSERT_EQ(all.size(), 2);
  EXPECT_EQ(all[0], schedule);
  EXPECT_EQ(all[1].getTile()[0], 128);
}

/// The first family of the chip's row that takes a kernel is taken, unless it says that others may be faster, and one
/// is.
TEST(Families, Order) {
  auto module = parseSourceString<ModuleOp>(kProduct, &getTestContext());
  KernelOp kernel = getKernel(*module);
  registerKernelFamily(std::make_unique<SlowFamily>("quick", 0.001));
  registerKernelFamily(std::make_unique<SlowFamily>("slow", 1000));
  auto choose = [&](ArrayRef<StringRef> families) {
    ChipInfo chip = getHopper();
    chip.families = families;
    ScheduleAttr schedule = selectSchedule(kernel, chip);
    return schedule ? schedule.getFamily() : StringRef();
  };
  EXPECT_EQ(choose({"gated", "sm90", "sm80"}), "sm90");
  EXPECT_EQ(choose({"sm80", "sm90"}), "sm80");
  EXPECT_EQ(choose({"quick", "sm80"}), "quick");
  EXPECT_EQ(choose({"slow", "sm80"}), "sm80");
  EXPECT_EQ(choose({"slow"}), "slow");
  EXPECT_EQ(choose({"slow", "quick", "sm80"}), "quick");
  ASSERT_TRUE(choose({"elementwise"}).empty());
  EXPECT_TRUE(choose({"unheard-of"}).empty());
}

/// A kernel is lowered by the family that its schedule names; by the last that takes it where the schedule names none
/// that does.
TEST(Families, Lowering) {
  auto module = parseSourceString<ModuleOp>(kProduct, &getTestContext());
  KernelOp kernel = getKernel(*module);
  registerKernelFamily(std::make_unique<SlowFamily>("quick", 0.001));
  auto getName = [&](StringRef scheduled) {
    if (!scheduled.empty())
      kernel.setScheduleAttr(ScheduleAttr::get(&getTestContext(), scheduled, {64, 64, 64}, {2, 2}, 2, 1));
    return getLoweringFamily(kernel, getHopper())->getName();
  };
  EXPECT_EQ(getName(""), "sm80");
  EXPECT_EQ(getName("sm90"), "sm90");
  EXPECT_EQ(getName("quick"), "quick");
  EXPECT_EQ(getName("elementwise"), "sm80");
  EXPECT_EQ(getName("unheard-of"), "sm80");
  ScopedDiagnosticHandler quiet(&getTestContext(), [](Diagnostic &diagnostic) {
    return success(diagnostic.str() == "'fusion.kernel' op is of family 'quick', which has no lowering");
  });
  EXPECT_TRUE(failed(lookupKernelFamily("quick")->createVariants(kernel, {})));

  auto pairs = parseSourceString<ModuleOp>(kPair, &getTestContext());
  EXPECT_FALSE(getLoweringFamily(getKernel(*pairs), getHopper()));
}

namespace {
/// What a schedule of the gated family says beyond others: nothing.
class GatedOptionsAttr : public Attribute::AttrBase<GatedOptionsAttr, Attribute, AttributeStorage> {
public:
  using Base::Base;
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GatedOptionsAttr)
  static constexpr StringLiteral name = "fusion.gated";
  [[maybe_unused]] static constexpr StringLiteral dialectName = "fusion"; // MLIR looks for it

  static constexpr StringLiteral getMnemonic() { return {"gated"}; }
  static Attribute parse(AsmParser &parser, Type) {
    return failed(parser.parseLess()) || failed(parser.parseGreater()) ? Attribute() : get(parser.getContext());
  }
  void print(AsmPrinter &printer) const { printer << "<>"; }
};

class GatedOptionsExtension : public DialectExtension<GatedOptionsExtension, FusionDialect> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GatedOptionsExtension)

  void apply(MLIRContext *, FusionDialect *dialect) const override { dialect->addScheduleOptions<GatedOptionsAttr>(); }
};
} // namespace

/// A family brings an attribute for its options, which schedules print and parse, and no other family's may have.
TEST(Families, Options) {
  DialectRegistry builtin;
  registerBuiltinFamilies(builtin);
  MLIRContext context(builtin); // its own, which knows nothing of the gated family yet
  context.loadDialect<FusionDialect>();
  constexpr StringLiteral text = "#fusion.schedule<family = gated, tile = [64, 64, 32], warps = [2, 2], gated = <>>";
  std::string messages;
  ScopedDiagnosticHandler collect(&context, [&](Diagnostic &diagnostic) { messages += diagnostic.str() + "\n"; });
  EXPECT_FALSE(parseAttribute(text, &context));
  EXPECT_TRUE(StringRef(messages).contains("no family 'gated' with options is registered"));
  for (int times = 0; times < 2; ++times) {
    DialectRegistry registry;
    registry.addExtensions<GatedOptionsExtension>();
    context.appendDialectRegistry(registry);
  }
  Attribute schedule = parseAttribute(text, &context);
  ASSERT_TRUE(schedule);
  EXPECT_EQ(cast<ScheduleAttr>(schedule).getOptions(), GatedOptionsAttr::get(&context));
  std::string printed;
  llvm::raw_string_ostream(printed) << schedule << cast<ScheduleAttr>(schedule).getOptions();
  EXPECT_EQ(printed, (text + "#fusion.gated<>").str());

  auto check = [&](StringRef family, Attribute options) {
    messages.clear();
    const int64_t tile[] = {64, 64, 32}, warps[] = {2, 2}, one = 1;
    auto emit = [&] { return emitError(UnknownLoc::get(&context)); };
    EXPECT_FALSE(ScheduleAttr::getChecked(emit, &context, family, ArrayRef(tile), ArrayRef(warps), one, one, options));
    return StringRef(messages);
  };
  EXPECT_EQ(check("sm90", GatedOptionsAttr::get(&context)),
            "schedule expects gated options with family gated alone, but has family sm90\n");
  EXPECT_EQ(check("gated", UnitAttr::get(&context)),
            "schedule expects options of a family that is registered, but has unit\n");
}

/// Families of the compiler are registered once.
TEST(Families, Registration) {
  DialectRegistry registry;
  registerBuiltinFamilies(registry);
  const KernelFamily *own = lookupKernelFamily("sm80");
  registerBuiltinFamilies(registry);
  ASSERT_TRUE(own);
  EXPECT_EQ(lookupKernelFamily("sm80"), own);
}

/// A no to a schedule has a reason; that to another order of sums is a remark's, with its code and what helps.
TEST(Families, Verdicts) {
  getTestContext(); // registers them
  const KernelFamily *sm90 = lookupKernelFamily("sm90"), *sm80 = lookupKernelFamily("sm80");
  auto parse = [](StringRef text) {
    return cast<ScheduleAttr>(parseAttribute(("#fusion.schedule<" + text + ">").str(), &getTestContext()));
  };
  ScheduleAttr split = parse("family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <split_k = 17>");
  FusionVerdict order = sm90->checkSumOrder(split);
  EXPECT_FALSE(order);
  EXPECT_EQ(order.code, RemarkCode::ReorderedSums);
  EXPECT_EQ(order.reason, "it splits K");
  EXPECT_EQ(order.suggestion, getRemarkCodeInfo(RemarkCode::ReorderedSums).suggestion);
  ScheduleProblem problem = makeProblem(64, 64, 64);
  FusionVerdict unfit = sm90->check(split, problem, getHopper());
  EXPECT_FALSE(unfit);
  EXPECT_EQ(unfit.reason, "split_k must be 1 to 16, not 17");
  EXPECT_TRUE(unfit.suggestion.empty());
  ScheduleAttr good = parse("family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 2");
  ASSERT_TRUE(sm80->check(good, problem, getHopper()));
  EXPECT_TRUE(sm80->checkSumOrder(good));
  ScheduleAttr thin = parse("family = sm80, tile = [64, 64, 32], warps = [2, 2], stages = 2");
  EXPECT_EQ(sm80->check(thin, problem, getHopper()).reason, "a tile must hold 128 bytes along k");
}
