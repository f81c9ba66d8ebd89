// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names, values and checks of the options of a compile.

#include "fusion/Driver/Compile.h"
#include "fusion/Runtime/Text.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace mlir;
using namespace fusion;
namespace cli = fusion::runtime::cli;

static const std::vector<cli::Word> kNumerics = {
    {"relaxed", "values stay in f32 inside a kernel and are rounded once, at the store"},
    {"strict", "each operation is rounded to its own result type"},
    {"fast", "relaxed, with approximate activations where all outputs of a kernel have 16 or 8 bits, weights of "
             "attention in 16 bits, and sums of 8-bit floats in one on sm_90a"}};
static const std::vector<cli::Word> kF32Precisions = {
    {"tf32x3", "three products of tf32 on tensor cores: as accurate as f32"},
    {"tf32", "one product of tf32"},
    {"ieee", "f32, without tensor cores"}};

/// Fails, with what is allowed in `error`, unless `value` is empty or one of `allowed`.
static LogicalResult checkValue(StringRef option, const std::string &value, const std::vector<cli::Word> &allowed,
                                std::string &error) {
  if (!value.empty())
    error = cli::checkIsOneOf(option.str(), allowed, value).message();
  return success(error.empty());
}

/// What may be meant by the name of a chip that is not in the table: another spelling, a chip whose code runs on it, or
/// the chip of a card.
static std::string suggestChip(StringRef name) {
  unsigned number;
  StringRef digits = name;
  if (digits.consume_front("sm") && !(digits = digits.ltrim('_')).consumeInteger(10, number)) {
    const ChipInfo *chip = findChipFor(number / 10, number % 10);
    if (!chip)
      return "";
    if (chip->name.starts_with(("sm_" + Twine(number)).str()))
      return (" (did you mean " + chip->name + "?)").str();
    return (" (a GPU with " + name + " runs the PTX for " + chip->name + ")").str();
  }
  StringRef kind = name.split(':').first; // of "cuda:0", as PyTorch has it
  if (kind == "gpu" || kind == "cuda" || name == "native")
    return (" (did you mean auto" + name.drop_front(kind.size()) + "?)").str();
  for (const ChipInfo &chip : getChips())
    for (const ChipCard &card : chip.cards)
      if (!name.empty() && card.name.contains_insensitive(name))
        return (" (" + card.name + " is a card with " + chip.name + ")").str();
  return "";
}

LogicalResult fusion::checkOptions(const CompileOptions &options, std::string &error) {
  const ChipInfo *chip = lookupChip(options.target);
  if (!options.isCPU() && !chip) {
    error = "target expects auto, cpu or one of " + listChips() + ", but is '" + options.target + "'" +
            suggestChip(options.target);
    return failure();
  }
  if (chip && !options.card.empty() && !findCard(*chip, options.card)) {
    error = "card expects one of " + listCards(*chip) + " with " + options.target + ", but is '" + options.card + "'";
    return failure();
  }
  if (failed(checkValue("numerics", options.numerics, kNumerics, error)))
    return failure();
  if (options.boundedWaits < 0 || options.boundedWaits > std::numeric_limits<int32_t>::max()) {
    error = "bounded-waits expects 0, for no bound, or a number of polls below 2^31, but is '" +
            std::to_string(options.boundedWaits) + "'";
    return failure();
  }
  return checkValue("f32-precision", options.f32Precision, kF32Precisions, error);
}

std::vector<cli::Option> fusion::declareTarget(CompileOptions &options) {
  std::vector<cli::Word> targets;
  for (const ChipInfo &chip : getChips())
    targets.emplace_back(chip.name.str());
  targets.emplace_back("cpu");
  targets.emplace_back("auto");
  return {cli::option("--target", listChips("|") + "|cpu|auto",
                      "what to compile for; auto: this machine's GPU, with its card", options.target)
              .suggesting(targets) // checkOptions refuses others
              .defaultsTo(options.target),
          cli::option("--card", "NAME",
                      "card with that chip, such as 'H100 PCIe', whose bandwidth and rates schedules are chosen by "
                      "(default: the chip table's example)",
                      options.card)};
}

std::vector<cli::Option> fusion::declareOptions(CompileOptions &options) {
  auto setWaits = [&options](const std::string &value) {
    if (llvm::to_integer(value, options.boundedWaits, /*Base=*/10))
      return runtime::Error();
    return runtime::Error::make("--bounded-waits expects a number, but is '", value, "'");
  };
  auto setConstants = [&options](const std::string &value) {
    SmallVector<StringRef> numbers;
    StringRef(value).split(numbers, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    options.constants.assign(numbers.size(), 0);
    for (auto [number, place] : llvm::zip_equal(numbers, options.constants))
      if (!llvm::to_integer(number, place, /*Base=*/10) || place < 0)
        return runtime::Error::make("--constants expects numbers of arguments, such as 1,2, but is '", value, "'");
    return runtime::Error();
  };
  return {
      cli::option("--numerics", "relaxed|strict|fast", "when values are rounded (default: as the module says)",
                  options.numerics)
          .oneOf(kNumerics),
      cli::option("--f32-precision", "tf32x3|tf32|ieee", "products of f32 (default: as the module says)",
                  options.f32Precision)
          .oneOf(kF32Precisions),
      cli::option(
          "--tuning-db", "FILE|off",
          "measured schedules for GPUs, which go before the model's (default: what fusion-bench --tune measured "
          "on this machine's GPU, where that is compiled for)",
          options.tuningDb)
          .suggesting({"off"}),
      cli::option("--schedule", "TEXT", "a #fusion.schedule for kernels of products, in place of the compiler's",
                  options.schedule),
      cli::flag("--no-fuse", "one operation a kernel, for comparison", [&options] { options.fuse = false; }),
      cli::boolean("--initialize",
                   "what follows from constants alone is computed once, by an entry NAME.initialize, not at each call",
                   options.initialize),
      cli::boolean("--aligned",
                   "the tensors of callers, inputs and outputs, start at multiples of 16 bytes, as those of allocators "
                   "do: kernels for other places are left out, and a call with one fails",
                   options.aligned),
      cli::option("--constants", "N[,N...]",
                  "arguments, from 0, that nobody writes while calls run, as if they carried fusion.constant",
                  setConstants),
      cli::boolean("--dependent-launch", "GPU kernels start before the ones before them have ended, where the chip can",
                   options.dependentLaunch),
      cli::option("--bounded-waits", "N",
                  "for debugging: GPU kernels trap after N polls of an mbarrier, instead of hanging", setWaits),
      cli::option("--dump", "FOLDER",
                  "write what each stage of the compile leaves, and a script that runs it again, to a new folder in "
                  "FOLDER (default: the variable FUSION_DUMP)",
                  options.dump),
      cli::flag("--verify-each", "for debugging: verify the compiler's IR after each pass", options.verifyEach)};
}

std::vector<std::string> fusion::listOptions(const CompileOptions &options) {
  const CompileOptions none;
  std::vector<std::string> words = {"--target=" + options.target};
  auto add = [&](StringRef name, const std::string &value, bool isGiven) {
    if (isGiven)
      words.push_back(("--" + name + "=" + value).str());
  };
  for (auto [name, value] :
       {std::pair("card", &options.card), std::pair("numerics", &options.numerics),
        std::pair("f32-precision", &options.f32Precision), std::pair("schedule", &options.schedule)})
    add(name, *value, !value->empty());
  const std::string &database = options.tuningDb.empty() ? options.foundTuningDb : options.tuningDb;
  add("tuning-db", database.empty() ? "off" : database, !options.isCPU());
  add("initialize", "false", !options.initialize);
  add("aligned", "true", options.aligned);
  add("dependent-launch", "false", !options.dependentLaunch);
  add("bounded-waits", std::to_string(options.boundedWaits), options.boundedWaits != none.boundedWaits);
  add("constants", llvm::join(llvm::map_range(options.constants, [](int64_t n) { return std::to_string(n); }), ","),
      !options.constants.empty());
  if (!options.fuse)
    words.emplace_back("--no-fuse");
  if (options.verifyEach)
    words.emplace_back("--verify-each");
  return words;
}

LogicalResult fusion::setOption(CompileOptions &options, StringRef name, StringRef value, std::string &error) {
  std::vector<cli::Option> declared = declareOptions(options);
  for (cli::Option &option : declareTarget(options))
    declared.push_back(std::move(option));
  declared.push_back(cli::boolean("--fuse", "", options.fuse));
  for (const cli::Option &option : declared)
    if (StringRef(option.name).drop_front(2) == name && !option.value.empty()) {
      error = StringRef(option.set(value.str()).message()).ltrim('-').str();
      if (name == "target" || name == "card")
        options.foundTuningDb.clear(); // which was that of a device
      return success(error.empty());
    }
  std::vector<std::string> names = {"cache",       "recover-from-crashes", "max-source-bytes", "max-tensor-bytes",
                                    "max-nesting", "max-integer-digits"}; // of a session of the C library
  for (const cli::Option &option : declared)
    if (!option.value.empty())
      names.push_back(option.name.substr(2));
  error = (name + " is no option").str() + runtime::suggest(name, names) + "; there are " + llvm::join(names, ", ");
  return failure();
}
