// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prints tuning files and their checksums, and brings keys of older versions up to date.

#include "TuningFormat.h"

#include "fusion/Support/NumericLocale.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace fusion;

std::string fusion::printTuningEntry(const TuningEntry &entry, StringRef schedule) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("m", entry.key.m);
    json.attribute("n", entry.key.n);
    json.attribute("k", entry.key.k);
    json.attribute("batch", entry.key.batch);
    json.attribute("type", entry.key.type);
    json.attribute("layout", entry.key.layout);
    json.attribute("epilogue", entry.key.epilogue);
    json.attribute("schedule", schedule);
    json.attributeBegin("us");
    json.rawValue(llvm::formatv("{0:f3}", entry.microseconds).str());
    json.attributeEnd();
    json.attribute("method", entry.method);
    json.attribute("date", entry.date);
    json.attribute("card", entry.card);
  });
  return text;
}

static std::string printWith(const TuningLines &lines, StringRef chip, int64_t version, StringRef checksum) {
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
  for (const auto &[key, line] : lines) {
    os << separator << line;
    separator = ",\n    ";
  }
  os << (lines.empty() ? "]\n}\n" : "\n  ]\n}\n");
  return text;
}

std::string fusion::getTuningChecksum(const TuningLines &lines, StringRef chip, int64_t version) {
  return llvm::formatv("{0:x-16}", llvm::xxh3_64bits(printWith(lines, chip, version, ""))).str();
}

std::string fusion::printTuningFile(const TuningLines &lines, StringRef chip, int64_t version) {
  return printWith(lines, chip, version, getTuningChecksum(lines, chip, version));
}

bool fusion::updateTuningKey(TuningKey &key, int64_t version) {
  constexpr int64_t kLastOfSettled = 5;
  if (version > kLastOfSettled)
    return false;
  StringRef left = key.epilogue;
  std::string stable;
  for (auto [before, now] : {std::pair<StringRef, StringRef>("settled-a ", "stable-a "), {"settled-b ", "stable-b "}})
    if (left.consume_front(before))
      stable += now;
  if (stable.empty())
    return false;
  key.epilogue = stable + left.str();
  return true;
}
