// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Schedule/TuningDatabase.h"
#include "../Support/Printing.h"
#include "Unit.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace fusion;

/// A kernel of `x` times a transposed 256 x 512 `w`, with `epilogue` and `output`.
static OwningOpRef<ModuleOp> makeKernel(StringRef m, StringRef epilogue, StringRef output = "bf16") {
  std::string x = ("tensor<" + m + "x512xbf16>").str(), y = ("tensor<" + m + "x256x" + output + ">").str();
  std::string text =
      "func.func @f(%x: " + x + ", %w: tensor<256x512xbf16>, %b: tensor<256xbf16>) -> " + y + " {\n" +
      "%y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b) : (" + x + ", tensor<256x512xbf16>, tensor<256xbf16>) -> " + y +
      " {\n%c = arith.constant dense<0.5> : " + "tensor<f32>\n%0 = fusion.matmul %x0, %w0 {transpose_b} : (" + x +
      ", tensor<256x512xbf16>) -> tensor<" + m.str() + "x256xf32>\n" + epilogue.str() + "\nfusion.yield %r : " + y +
      "\n}\nreturn %y : " + y + "\n}\n";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &getTestContext());
  EXPECT_TRUE(module);
  return module;
}

static void setTarget(ModuleOp module, StringRef chip) {
  module->setAttr(kTargetAttrName, TargetAttr::get(&getTestContext(), chip, ""));
}

static KernelOp getKernel(ModuleOp module) {
  KernelOp kernel;
  module.walk([&](KernelOp op) { kernel = op; });
  return kernel;
}

static constexpr StringLiteral kBias = R"(
  %1 = fusion.add %0, %b0 : (tensor<64x256xf32>, tensor<256xbf16>) -> tensor<64x256xf32>
  %2 = fusion.mul %1, %c : (tensor<64x256xf32>, tensor<f32>) -> tensor<64x256xf32>
  %r = fusion.cast %2 : tensor<64x256xf32> to tensor<64x256xbf16>)";

TEST(TuningDatabase, TuningKeys) {
  auto module = makeKernel("64", kBias);
  TuningKey key = TuningKey::get(getKernel(*module));
  EXPECT_EQ(key.problem, "64x256x512 bf16 nt");
  EXPECT_EQ(key.formula, "matmul:f32 add %0 row bf16:f32 mul %1 constant f32:f32 cast %2:bf16 -> %3");
  // Sizes and names are no part of the formula; what is computed is, and how it is rounded.
  auto dynamic = makeKernel("?", "%r = fusion.cast %0 : tensor<?x256xf32> to tensor<?x256xbf16>");
  TuningKey other = TuningKey::get(getKernel(*dynamic));
  EXPECT_EQ(other.problem, "?x256x512 bf16 nt");
  EXPECT_EQ(other.formula, "matmul:f32 cast %0:bf16 -> %1");
  (*module)->setAttr("fusion.numerics", NumericsAttr::get(&getTestContext(), Numerics::Strict));
  EXPECT_EQ(TuningKey::get(getKernel(*module)).formula, "strict " + key.formula);
  // So is what its speed depends on besides.
  (*module)->setAttr("fusion.numerics", NumericsAttr::get(&getTestContext(), Numerics::Fast));
  func::FuncOp function = *(*module).getOps<func::FuncOp>().begin();
  function.setArgAttr(1, kConstantAttrName, UnitAttr::get(&getTestContext()));
  EXPECT_EQ(TuningKey::get(getKernel(*module)).formula,
            "fast " + key.formula); // of a chip without dependent launches
  setTarget(*module, "sm_90a");
  TuningKey fast = TuningKey::get(getKernel(*module));
  EXPECT_EQ(fast.formula, "stable-b fast " + key.formula);
  EXPECT_EQ(fast.withoutAnExtra()->formula, "stable-b " + key.formula);
  EXPECT_EQ(*fast.withoutAnExtra()->withoutAnExtra(), key);
  EXPECT_FALSE(key.withoutAnExtra());
  ASSERT_TRUE(fast.hasExtrasOf(key));
  EXPECT_FALSE(key.hasExtrasOf(fast));
  function.setArgAttr(0, kConstantAttrName, UnitAttr::get(&getTestContext()));
  (*module)->setAttr("fusion.numerics", NumericsAttr::get(&getTestContext(), Numerics::Strict));
  TuningKey strict = TuningKey::get(getKernel(*module));
  EXPECT_EQ(strict.formula, "stable-a stable-b strict " + key.formula);
  EXPECT_EQ(strict.withoutAnExtra()->formula, "stable-b strict " + key.formula);
  EXPECT_EQ(strict.withoutAnExtra()->withoutAnExtra()->formula, "strict " + key.formula);
  EXPECT_FALSE(fast.hasExtrasOf(strict));
  EXPECT_TRUE(strict.hasExtrasOf(*strict.withoutAnExtra()));
  // Operands stored otherwise are another problem.
  auto transposed = parseSourceString<ModuleOp>(
      R"(func.func @f(%x: tensor<512x64xbf16>, %w: tensor<512x256xbf16>) -> tensor<64x256xf32> {
        %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512x64xbf16>, tensor<512x256xbf16>) -> tensor<64x256xf32> {
          %0 = fusion.matmul %x0, %w0 {transpose_a} : (tensor<512x64xbf16>, tensor<512x256xbf16>) -> tensor<64x256xf32>
          fusion.yield %0 : tensor<64x256xf32>
        }
        return %y : tensor<64x256xf32>
      })",
      &getTestContext());
  ASSERT_TRUE(transposed);
  EXPECT_EQ(TuningKey::get(getKernel(*transposed)).problem, "64x256x512 bf16 tn");
  // Regions are told by what they compute.
  auto map = [](StringRef op) {
    auto module = makeKernel("64", (R"(%r = fusion.map(%e = %0) : (tensor<64x256xf32>) -> tensor<64x256xbf16> {
          %1 = arith.constant 2.0 : f32
          %2 = )" + op + R"( : f32
          %3 = arith.truncf %2 : f32 to bf16
          fusion.yield %3 : bf16
        })")
                                       .str());
    return TuningKey::get(getKernel(*module)).formula;
  };
  EXPECT_EQ(map("arith.subf %e, %1"),
            "matmul:f32 map{operandSegmentSizes = array<i32: 1, 0>} %0 {:f32 constant:f32 subf %1 %2:f32 "
            "truncf %3:bf16 yield %4 }:bf16 -> %5");
  EXPECT_NE(map("arith.subf %1, %e"), map("arith.subf %e, %1"));
  // Attributes make another function.
  auto gelu = [](StringRef kind) {
    auto module = makeKernel("64", (R"(%1 = fusion.gelu %0 {approximate = ")" + kind + R"("} : tensor<64x256xf32>
        %r = fusion.cast %1 : tensor<64x256xf32> to tensor<64x256xbf16>)")
                                       .str());
    return TuningKey::get(getKernel(*module));
  };
  EXPECT_NE(gelu("tanh").formula, gelu("erf").formula);
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

static std::string replaceAll(std::string text, StringRef from, StringRef to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

static const ChipInfo &getAmpere() { return *lookupChip("sm_80"); }

TEST(TuningDatabase, TuningDatabase) {
  auto module = makeKernel("64", kBias), dynamic = makeKernel("?", "%r = fusion.cast %0 : tensor<?x256xf32> to "
                                                                   "tensor<?x256xbf16>");
  KernelOp kernel = getKernel(*module), other = getKernel(*dynamic);
  TuningDatabase database("sm_80");
  EXPECT_FALSE(database.lookup(TuningKey::get(kernel)));
  ASSERT_TRUE(succeeded(database.getSchedule(kernel, getAmpere())));
  EXPECT_FALSE(*database.getSchedule(kernel, getAmpere()));
  TuningEntry entry = makeEntry(kernel, getAmpere());
  database.add(entry);
  database.add(makeEntry(other, getAmpere()));
  // A later measurement replaces an earlier one.
  entry.microseconds = 11;
  database.add(entry);
  ASSERT_EQ(database.size(), 2);
  EXPECT_EQ(database.lookup(entry.key)->microseconds, 11);

  // What is read is what was written, and is written the same again.
  std::string text = database.print();
  auto again = TuningDatabase::parse(text, "x.json", getAmpere(), &getTestContext());
  EXPECT_TRUE(succeeded(again));
  if (failed(again))
    return;
  ASSERT_EQ(again->size(), 2);
  EXPECT_EQ(again->print(), text);
  EXPECT_EQ(again->lookup(entry.key)->card, entry.card);
  EXPECT_EQ(again->lookup(entry.key)->schedule, entry.schedule);
  EXPECT_EQ(*again->getSchedule(kernel, getAmpere()), entry.schedule);
  EXPECT_EQ(again->lookup(entry.key)->line, 7);
  EXPECT_EQ(again->lookup(TuningKey::get(other))->line, 8);
  // How the file is laid out does not matter, nor the order of fields.
  std::string spread = llvm::formatv("{0:4}", *llvm::json::parse(text)).str();
  EXPECT_NE(spread, text);
  EXPECT_TRUE(succeeded(TuningDatabase::parse(spread, "x.json", getAmpere(), &getTestContext())));
}

TEST(TuningDatabase, SimilarTuningEntries) {
  const ChipInfo &chip = getAmpere();
  auto bf16 = makeKernel("64", kBias);
  OwningOpRef<ModuleOp> f16 = parseSourceString<ModuleOp>(replaceAll(print(*bf16), "bf16", "f16"), &getTestContext());
  OwningOpRef<ModuleOp> mixed =
      parseSourceString<ModuleOp>(replaceAll(print(*bf16), "tensor<256xbf16>", "tensor<256xf16>"), &getTestContext());
  OwningOpRef<ModuleOp> f32 =
      parseSourceString<ModuleOp>(replaceAll(print(*bf16), "tensor<256xbf16>", "tensor<256xf32>"), &getTestContext());
  ASSERT_TRUE(f16);
  ASSERT_TRUE(mixed);
  EXPECT_TRUE(f32);
  if (!f16 || !mixed || !f32)
    return;
  TuningKey key = TuningKey::get(getKernel(*f16)), general = TuningKey::get(getKernel(*bf16)).withAny16BitFloat();
  EXPECT_EQ(key.problem, "64x256x512 f16 nt");
  EXPECT_TRUE(StringRef(key.formula).contains("row f16"));
  EXPECT_EQ(general, key);
  EXPECT_EQ(key.withAny16BitFloat(), key);
  EXPECT_EQ(TuningKey::get(getKernel(*mixed)).withAny16BitFloat(), key);

  // Each takes what was measured with the others' types; another width is another kernel, and so are other sizes.
  TuningDatabase database("sm_80");
  TuningEntry entry = makeEntry(getKernel(*bf16), chip);
  database.add(entry);
  EXPECT_FALSE(database.lookup(key));
  EXPECT_EQ(database.lookupSimilar(key)->key, entry.key);
  EXPECT_EQ(*database.getSchedule(getKernel(*f16), chip), entry.schedule);
  EXPECT_EQ(*database.getSchedule(getKernel(*mixed), chip), entry.schedule);
  EXPECT_FALSE(*database.getSchedule(getKernel(*f32), chip));
  TuningKey larger = key;
  larger.problem = "65x256x512 f16 nt";
  EXPECT_FALSE(database.lookupSimilar(larger));

  // Its own goes before that, whichever comes first.
  TuningEntry own = makeEntry(getKernel(*f16), chip);
  own.schedule = enumerateSchedules(getKernel(*f16), chip).front();
  EXPECT_NE(own.schedule, entry.schedule);
  database.add(own);
  EXPECT_EQ(*database.getSchedule(getKernel(*f16), chip), own.schedule);
  EXPECT_EQ(*database.getSchedule(getKernel(*bf16), chip), entry.schedule);
  // A kernel whose weights are stable takes what was measured without, until there is an entry for it; that one is not
  // for others.
  OwningOpRef<ModuleOp> constant = (*bf16).clone();
  func::FuncOp function = *(*constant).getOps<func::FuncOp>().begin();
  setTarget(*constant, "sm_90a");
  function.setArgAttr(1, kConstantAttrName, UnitAttr::get(&getTestContext()));
  EXPECT_EQ(*database.getSchedule(getKernel(*constant), chip), entry.schedule);
  TuningEntry stable = makeEntry(getKernel(*constant), chip);
  stable.schedule = own.schedule;
  database.add(stable);
  EXPECT_EQ(*database.getSchedule(getKernel(*constant), chip), own.schedule);
  EXPECT_EQ(*database.getSchedule(getKernel(*bf16), chip), entry.schedule);
  TuningDatabase stableOnly("sm_80");
  stableOnly.add(stable);
  EXPECT_EQ(*stableOnly.getSchedule(getKernel(*constant), chip), own.schedule);
  EXPECT_FALSE(*stableOnly.getSchedule(getKernel(*bf16), chip));
  // So does one whose other operand is stable too.
  function.setArgAttr(0, kConstantAttrName, UnitAttr::get(&getTestContext()));
  EXPECT_EQ(*database.getSchedule(getKernel(*constant), chip), own.schedule);
  // Two that are alike: the first in the order of keys.
  EXPECT_EQ(database.lookupSimilar(TuningKey::get(getKernel(*mixed)))->key, entry.key);
  TuningDatabase only("sm_80");
  only.add(own);
  EXPECT_EQ(*only.getSchedule(getKernel(*bf16), chip), own.schedule);
}

/// Parses `text` and expects an error at `line` with `message` in it.
static void expectError(StringRef text, int64_t line, StringRef message, const ChipInfo &chip = getAmpere(),
                        const TuningLimits &limits = {}) {
  std::string got = "no error";
  {
    ScopedDiagnosticHandler handler(&getTestContext(), [&](Diagnostic &diagnostic) {
      auto location = dyn_cast<FileLineColLoc>(diagnostic.getLocation());
      got = (location ? std::to_string(location.getLine()) : "?") + ": " + diagnostic.str();
    });
    (void)TuningDatabase::parse(text, "x.json", chip, &getTestContext(), limits);
  }
  EXPECT_TRUE(StringRef(got).starts_with(std::to_string(line) + ": ") && StringRef(got).contains(message))
      << "expected '" << line << ": ..." << message.str() << "...', got '" << got << "'";
}

static std::string replace(StringRef text, StringRef from, StringRef to) {
  EXPECT_TRUE(text.contains(from));
  auto [before, after] = text.split(from);
  return (before + to + after).str();
}

TEST(TuningDatabase, TuningErrors) {
  auto module = makeKernel("64", kBias);
  TuningDatabase database("sm_80");
  database.add(makeEntry(getKernel(*module), getAmpere()));
  const std::string text = database.print();
  // A foreign file.
  expectError(text, 1, "the file is of sm_80, but the target is " + getHopper().name.str(), getHopper());
  expectError(replace(text, "fusion-tuning-1", "fusion-tuning-9"), 1, "'format' must be 'fusion-tuning-1'");
  expectError(replace(text, "\"schedules\": ", "\"schedules\": 99"), 1, "schedules of version 99");
  std::string present = "\"schedules\": " + std::to_string(kScheduleVersion);
  expectError(replace(text, present, "\"schedules\": 3"), 1, "schedules of version 3");
  // Fields are those of the file's version.
  expectError(replace(text, present, "\"schedules\": 6"), 7, "'m' is missing");
  expectError(replace(text, "\"chip\": \"sm_80\"", "\"chip\": 80"), 1, "the file is of an unknown chip");
  expectError(replace(text, "\"chip\": \"sm_80\"", "\"chip\": \"\\u001b[31m\""), 1, "the file is of \\1B[31m, but");
  // One that was changed, or is damaged.
  const StringRef changed = "the file was changed after it was written";
  expectError(replace(text, "\"us\":12.346", "\"us\":12.347"), 1, changed);
  expectError(replace(text, "a \\\"card", "my \\\"card"), 1, changed);
  expectError(replace(text, "\"checksum\": \"", "\"checksum\": \"0"), 1, changed);
  expectError(replace(text, "\"checksum\": \"", "\"checksum\": 1, \"x\": \""), 1, "unknown field 'x'");
  expectError(replace(text, "\"checksum\": \"", "\"checksum\": 1, \"\\u001b[31m\": \""), 1, "unknown field '\\1B[31m'");
  expectError(replace(text, "\"chip\": \"sm_80\",", ""), 1, "'chip' is missing");
  expectError(StringRef(text).take_front(text.size() / 2), 1, "is no JSON");
  expectError("", 1, "is no JSON");
  expectError("[]", 1, "must hold an object");
  expectError("\"\xff\xfe\"", 1, "is no JSON");
  expectError(replace(text, "\"entries\": [", "\"entries\": 5, \"e\": ["), 1, "unknown field 'e'");
  expectError(replace(text, "{\"problem\"", "7, {\"problem\""), 7, "an entry must be an object");
  // An entry, located.
  auto withProblem = [&](StringRef problem) { return replace(text, "64x256x512 bf16 nt", problem); };
  const StringRef sizes =
      "the problem cannot be read: sizes must be MxNxK or BATCHxMxNxK, with ? for what is not known";
  expectError(withProblem("64x256 bf16 nt"), 7, sizes);
  expectError(withProblem("-2x256x512 bf16 nt"), 7, sizes);
  expectError(withProblem("2x2x64x256x512 bf16 nt"), 7, sizes);
  expectError(withProblem("64x256x512 i4 nt"), 7, "the type must be one of bf16");
  expectError(withProblem("64x256x512 f64 nt"), 7, "the type must be one of bf16");
  expectError(withProblem("64x256x512 bf16 nx"), 7, "the layout must be one of nn");
  for (StringRef other : {"", "64", "1x64x256x512 bf16 nt", "064x256x512 bf16 nt", "64x256x512 bf16 nt ",
                          "64x256x512 bf16 nt narrow<bits = 4", "64x256x512 bf16 nt attention<columns = 12>"})
    expectError(withProblem(other), 7, "the problem cannot be read: no problem of a family of sm_80 is printed so");
  expectError(withProblem("64x256x512 bf16 nt narrow<bits = 4>"), 7, "the kernel is none for family sm80");
  expectError(withProblem("64x256x512 bf16 nt attention<columns = 64>"), 7, "the kernel is none for family sm80");
  expectError(replace(text, "\"problem\":\"", "\"problem\":64,\"m\":\""), 7, "unknown field 'm'");
  expectError(replace(text, "\"64x256x512 bf16 nt\"", "64"), 7, "'problem' must be a string");
  expectError(replace(text, "\"problem\":\"64x256x512 bf16 nt\",", ""), 7, "'problem' is missing");
  expectError(replace(text, "\"us\":12.346", "\"us\":0"), 7, "'us' must be a number of microseconds above 0");
  expectError(replace(text, "\"us\":12.346", "\"us\":1e400"), 7, "'us' must be a number");
  expectError(replace(text, "\"date\":\"", "\"date\":\"" + std::string(20000, 'x')), 7, "at most 16384 bytes");
  StringRef entry = StringRef(text).slice(text.find("{\"problem\""), text.find("}\n  ]") + 1);
  expectError(replace(text, "{\"problem\"", entry.str() + ",\n{\"problem\""), 8,
              "is a second entry for the kernel of line 7");
  // Its schedule.
  expectError(replace(text, "#fusion.schedule<", "#fusion.target<"), 7, "'schedule' must be '#fusion.schedule<...>'");
  expectError(replace(text, "#fusion.schedule<", "#fusion.schedule<" + std::string(600, '[')), 7,
              "of at most 512 bytes");
  expectError(replace(text, "#fusion.schedule<", "#fusion.schedule<bad "), 7, "'schedule' cannot be read");
  expectError(replace(text, "stages = ", "stages = 9"), 7, "'schedule' cannot be lowered: ");
  expectError(replace(text, "family = sm80", "family = elementwise"), 7, "the kernel is none for family elementwise");
  expectError(replace(text, "family = sm80", "family = sm90"), 7, "sm_80 has no family sm90");
  // More than a parser should be given.
  expectError(std::string(1 << 20, '['), 1, "brackets are nested deeper than 3");
  expectError("\n {\"a\":\n [[[", 3, "brackets are nested deeper than 3");
  TuningLimits few;
  few.entries = 0;
  expectError(text, 1, "'entries' must be a list of at most 0 entries", getAmpere(), few);

  // A schedule that suits the layout, but not the kernel: tensor maps have no empty dimensions.
  auto empty = makeKernel("0", "%r = fusion.cast %0 : tensor<0x256xf32> to tensor<0x256xbf16>");
  KernelOp kernel = getKernel(*empty);
  TuningEntry wrong = makeEntry(kernel, getHopper());
  wrong.schedule = parseSchedule("tile = [64, 64, 64], warps = [4, 1], stages = 4").toAttr(&getTestContext());
  wrong.line = 3;
  TuningDatabase hopper(getHopper().name, "h.json");
  hopper.add(wrong);
  std::string got;
  ScopedDiagnosticHandler handler(&getTestContext(), [&](Diagnostic &diagnostic) {
    got = diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      llvm::raw_string_ostream(got) << " | " << note.getLocation() << ": " << note.str();
  });
  EXPECT_TRUE(failed(hopper.getSchedule(kernel, getHopper())));
  EXPECT_TRUE(
      StringRef(got).contains("cannot have the schedule that was measured for it: the kernel is none for family"));
  ASSERT_TRUE(StringRef(got).contains("\"h.json\":3:1"));
  EXPECT_TRUE(StringRef(got).contains("measured here"));
}
