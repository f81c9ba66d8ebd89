// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prints tuning files and their checksums.

#include "TuningFormat.h"

#include "OlderEntries.h"
#include "fusion/Support/NumericLocale.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace fusion;

ArrayRef<StringRef> fusion::getTuningFields(int64_t version) {
  static constexpr StringRef fields[] = {"problem", "formula", "schedule", "us", "method", "date", "card"};
  return isOfProducts(version) ? getFieldsOfProducts() : ArrayRef(fields);
}

std::string fusion::printTuningEntry(const llvm::json::Object &entry, int64_t version) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.object([&] {
    for (StringRef field : getTuningFields(version)) {
      std::optional<double> time = field == "us" ? entry.getNumber(field) : std::nullopt;
      if (!time) {
        json.attribute(field, *entry.get(field));
        continue;
      }
      json.attributeBegin(field);
      json.rawValue(llvm::formatv("{0:f3}", *time).str());
      json.attributeEnd();
    }
  });
  return text;
}

static std::string printWith(ArrayRef<std::string> lines, StringRef chip, int64_t version, StringRef checksum) {
  NumericLocale locale;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "{\n";
  os << llvm::formatv("  \"format\": \"{0}\",\n", kTuningFormat);
  os << llvm::formatv("  \"schedules\": {0},\n", version);
  os << "  \"chip\": " << llvm::json::Value(chip) << ",\n";
  os << llvm::formatv("  \"checksum\": \"{0}\",\n", checksum);
  os << "  \"entries\": [";
  StringRef separator = "\n    ";
  for (StringRef line : lines) {
    os << separator << line;
    separator = ",\n    ";
  }
  os << (lines.empty() ? "]\n}\n" : "\n  ]\n}\n");
  return text;
}

std::string fusion::getTuningChecksum(ArrayRef<std::string> lines, StringRef chip, int64_t version) {
  return llvm::formatv("{0:x-16}", llvm::xxh3_64bits(printWith(lines, chip, version, ""))).str();
}

std::string fusion::printTuningFile(ArrayRef<std::string> lines, StringRef chip, int64_t version) {
  return printWith(lines, chip, version, getTuningChecksum(lines, chip, version));
}
