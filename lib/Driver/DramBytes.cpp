// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads memory traffic from the CSV that `ncu --csv --metrics dram__bytes.sum` prints.

#include "CompareForms.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace fusion;

/// The fields of a line; quotes around a field go, and two of them inside are one.
static SmallVector<std::string> splitLine(StringRef line) {
  SmallVector<std::string> fields(1);
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    bool isQuote = line[i] == '"', isPair = quoted && isQuote && line.substr(i + 1).starts_with("\"");
    if (isQuote && !isPair)
      quoted = !quoted;
    else if (line[i] == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += line[i];
    i += isPair;
  }
  return fields;
}

static std::optional<double> getUnit(StringRef unit) {
  static constexpr std::pair<StringLiteral, double> kUnits[] = {
      {"byte", 1}, {"Kbyte", 1e3}, {"Mbyte", 1e6}, {"Gbyte", 1e9}, {"Tbyte", 1e12}};
  for (auto [name, factor] : kUnits)
    if (name == unit)
      return factor;
  return std::nullopt;
}

static bool isTraffic(StringRef metric) {
  return metric == "dram__bytes.sum" || metric == "dram__bytes_read.sum" || metric == "dram__bytes_write.sum";
}

runtime::Expected<double> fusion::readDramBytes(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return runtime::Error::make("cannot read '", path, "': ", file.getError().message());
  SmallVector<StringRef> lines;
  (*file)->getBuffer().split(lines, '\n');
  std::optional<std::array<size_t, 3>> columns; // of the metric's name, unit and value
  double bytes = 0;
  bool any = false;
  for (StringRef line : lines) { // the program's own output may stand in front
    SmallVector<std::string> fields = splitLine(line.trim('\r'));
    if (!columns) {
      auto find = [&](StringRef name) { return size_t(llvm::find(fields, name) - fields.begin()); };
      std::array<size_t, 3> found = {find("Metric Name"), find("Metric Unit"), find("Metric Value")};
      if (llvm::all_of(found, [&](size_t column) { return column < fields.size(); }))
        columns = found;
      continue;
    }
    auto [name, unit, value] = *columns;
    if (fields.size() <= std::max({name, unit, value}) || !isTraffic(fields[name]))
      continue;
    std::string digits = fields[value];
    llvm::erase(digits, ',');
    double number = 0;
    std::optional<double> factor = getUnit(fields[unit]);
    if (!factor || StringRef(digits).getAsDouble(number))
      return runtime::Error::make("'", path, "': '", fields[value], " ", fields[unit], "' is no number of bytes");
    bytes += number * *factor;
    any = true;
  }
  if (!any)
    return runtime::Error::make("'", path, "' has no dram__bytes.sum: ncu --csv --metrics dram__bytes.sum prints it");
  return bytes;
}
