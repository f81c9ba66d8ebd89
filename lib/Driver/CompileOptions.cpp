// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names, values and checks of the options of a compile.

#include "fusion/Driver/Compile.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::fusion;

/// Fails, with what is allowed in `error`, unless `value` is empty or one of `allowed`.
static LogicalResult checkValue(StringRef option, StringRef value, ArrayRef<StringRef> allowed, std::string &error) {
  if (value.empty() || llvm::is_contained(allowed, value))
    return success();
  error = (option + " expects one of " + llvm::join(allowed, ", ") + ", but is '" + value + "'").str();
  return failure();
}

/// What may be meant by the name of a chip that is not in the table: another spelling, a chip whose code runs on it, or
/// the chip of a card.
static std::string suggestChip(StringRef name) {
  unsigned number;
  StringRef digits = name;
  if (digits.consume_front("sm_") && !digits.consumeInteger(10, number)) {
    const ChipInfo *chip = findChipFor(number / 10, number % 10);
    if (!chip)
      return "";
    if (chip->name.starts_with(("sm_" + Twine(number)).str()))
      return (" (did you mean " + chip->name + "?)").str();
    return (" (a GPU with " + name + " runs the PTX for " + chip->name + ")").str();
  }
  for (const ChipInfo &chip : getChips())
    for (const ChipCard &card : chip.cards)
      if (!name.empty() && card.name.contains_insensitive(name))
        return (" (" + card.name + " is a card with " + chip.name + ")").str();
  return "";
}

LogicalResult mlir::fusion::checkOptions(const CompileOptions &options, std::string &error) {
  const ChipInfo *chip = lookupChip(options.target);
  if (!options.isCPU() && !chip) {
    error = "target expects cpu or one of " + listChips() + ", but is '" + options.target + "'" +
            suggestChip(options.target);
    return failure();
  }
  if (chip && !options.card.empty() && !findCard(*chip, options.card)) {
    error = "card expects one of " + listCards(*chip) + " with " + options.target + ", but is '" + options.card + "'";
    return failure();
  }
  if (failed(checkValue("numerics", options.numerics, {"relaxed", "strict", "fast"}, error)))
    return failure();
  if (options.boundedWaits < 0 || options.boundedWaits > std::numeric_limits<int32_t>::max()) {
    error = "bounded-waits expects 0, for no bound, or a number of polls below 2^31, but is '" +
            std::to_string(options.boundedWaits) + "'";
    return failure();
  }
  return checkValue("f32-precision", options.f32Precision, {"tf32x3", "tf32", "ieee"}, error);
}

static LogicalResult setBool(bool &option, StringRef name, StringRef value, std::string &error) {
  option = value == "true";
  if (option || value == "false")
    return success();
  error = (name + " expects true or false, but is '" + value + "'").str();
  return failure();
}

LogicalResult mlir::fusion::setOption(CompileOptions &options, StringRef name, StringRef value, std::string &error) {
  std::string *text = name == "target"          ? &options.target
                      : name == "card"          ? &options.card
                      : name == "numerics"      ? &options.numerics
                      : name == "f32-precision" ? &options.f32Precision
                      : name == "tuning-db"     ? &options.tuningDb
                      : name == "schedule"      ? &options.schedule
                                                : nullptr;
  if (text) {
    *text = value.str();
    return success();
  }
  if (name == "fuse")
    return setBool(options.fuse, name, value, error);
  if (name == "initialize")
    return setBool(options.initialize, name, value, error);
  if (name == "dependent-launch")
    return setBool(options.dependentLaunch, name, value, error);
  if (name != "bounded-waits") {
    error = (name + " is no option").str();
    return failure();
  }
  if (llvm::to_integer(value, options.boundedWaits, /*Base=*/10))
    return success();
  error = (name + " expects a number, but is '" + value + "'").str();
  return failure();
}
