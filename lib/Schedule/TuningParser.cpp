// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tuning files as input: nothing in them is believed before it was checked.

#include "OlderEntries.h"
#include "TuningFormat.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Schedule/TuningDatabase.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/NumericLocale.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

namespace {
/// Line and column, counted from 1.
struct Position {
  int64_t line = 1, column = 1;
};

class Parser {
public:
  Parser(StringRef text, StringRef file, const ChipInfo &chip, MLIRContext *context, const TuningLimits &limits)
      : text(text), file(file), chip(chip), context(context), limits(limits) {}

  FailureOr<TuningDatabase> run() {
    NumericLocale locale;
    if (failed(scanBrackets()))
      return failure();
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
    if (!value)
      return failJson(value.takeError());
    const llvm::json::Object *root = value->getAsObject();
    if (!root)
      return error({}) << "a tuning file must hold an object";
    if (failed(checkFields(*root, {"format", "schedules", "chip", "checksum", "entries"}, {})) ||
        failed(checkHeader(*root)))
      return failure();
    const llvm::json::Array *list = root->getArray("entries");
    if (!list || list->size() > limits.entries)
      return error({}) << "'entries' must be a list of at most " << limits.entries << " entries";
    TuningDatabase database(chip.name, file);
    entryPositions.resize(std::max(entryPositions.size(), list->size()));
    for (auto [element, position] : llvm::zip_first(*list, entryPositions))
      if (failed(addEntry(element, position, database)))
        return failure();
    if (root->getString("checksum") != StringRef(getTuningChecksum(lines, chip.name, version)))
      return error({}) << "the file was changed after it was written: its checksum does not match";
    if (hasOlderWords)
      emitRemark(FileLineColLoc::get(context, file, 1, 1)) << "the file has words of schedules of version " << version
                                                           << ", such as settled-b, repack_b or tail_split, for what "
                                                              "is now stable-b, copy_b and stream_k_tail; it is read "
                                                              "as before, and fusion-bench --tune writes it anew";
    return database;
  }

private:
  InFlightDiagnostic error(Position position) {
    return emitError(FileLineColLoc::get(context, file, position.line, position.column));
  }

  LogicalResult failJson(llvm::Error problem) {
    llvm::handleAllErrors(
        std::move(problem),
        [&](const llvm::json::ParseError &parseError) {
          std::string message;
          llvm::raw_string_ostream os(message);
          parseError.log(os);
          error({}) << "is no JSON: " << message;
        },
        [&](const llvm::ErrorInfoBase &other) { error({}) << "is no JSON: " << other.message(); });
    return failure();
  }

  /// Counts brackets outside of strings, before a recursive parser sees them, and notes where the entries begin.
  LogicalResult scanBrackets() {
    Position position;
    int64_t depth = 0;
    bool inString = false;
    for (size_t i = 0; i < text.size(); ++i) {
      char c = text[i];
      if (inString && c == '\\') {
        ++i;
        position.column += 2;
        continue;
      }
      if (c == '"')
        inString = !inString;
      if (!inString && (c == '{' || c == '[')) {
        if (++depth > limits.nesting)
          return error(position) << "brackets are nested deeper than " << limits.nesting;
        if (depth == 3)
          entryPositions.push_back(position);
      }
      if (!inString && (c == '}' || c == ']'))
        --depth;
      position = c == '\n' ? Position{position.line + 1, 1} : Position{position.line, position.column + 1};
    }
    return success();
  }

  /// The beginning of a text of the file, without what a terminal would obey.
  static std::string quote(StringRef text) {
    std::string quoted;
    llvm::raw_string_ostream os(quoted);
    llvm::printEscapedString(text.take_front(64), os);
    return quoted;
  }

  /// Nothing is missing, and nothing is there that would be ignored.
  LogicalResult checkFields(const llvm::json::Object &object, ArrayRef<StringRef> names, Position position) {
    for (StringRef name : names)
      if (!object.get(name))
        return error(position) << "'" << name << "' is missing";
    for (const auto &field : object)
      if (!llvm::is_contained(names, StringRef(field.first)))
        return error(position) << "unknown field '" << quote(field.first) << "'";
    return success();
  }

  LogicalResult checkHeader(const llvm::json::Object &root) {
    if (root.getString("format") != StringRef(kTuningFormat))
      return error({}) << "'format' must be '" << kTuningFormat << "'";
    std::optional<int64_t> number = root.getInteger("schedules");
    version = number.value_or(-1);
    if (version < kOldestScheduleVersion || version > kScheduleVersion)
      return error({}) << "the file is of schedules of version "
                       << (number ? std::to_string(version) : std::string("unknown")) << ", but this compiler reads "
                       << kOldestScheduleVersion << " to " << kScheduleVersion << "; measure them again";
    std::optional<StringRef> name = root.getString("chip");
    if (name != chip.name)
      return error({}) << "the file is of " << (name ? quote(*name) : "an unknown chip") << ", but the target is "
                       << chip.name;
    return success();
  }

  LogicalResult addEntry(const llvm::json::Value &value, Position position, TuningDatabase &database) {
    const llvm::json::Object *object = value.getAsObject();
    if (!object)
      return error(position) << "an entry must be an object";
    if (failed(checkFields(*object, getTuningFields(version), position)))
      return failure();
    lines.push_back(printTuningEntry(*object, version));
    llvm::json::Object fields = *object;
    if (isOfProducts(version))
      if (std::string problem = updateEntry(fields, version, hasOlderWords); !problem.empty())
        return error(position) << problem;
    TuningEntry entry;
    entry.line = position.line;
    std::string schedule;
    for (auto [name, string] : {std::pair<StringRef, std::string *>("problem", &entry.key.problem),
                                {"formula", &entry.key.formula},
                                {"schedule", &schedule},
                                {"method", &entry.method},
                                {"date", &entry.date},
                                {"card", &entry.card}})
      if (failed(readString(fields, name, *string, position)))
        return failure();
    std::optional<double> time = fields.getNumber("us");
    if (!time || !std::isfinite(*time) || *time <= 0 || *time > 1e9)
      return error(position) << "'us' must be a number of microseconds above 0";
    entry.microseconds = *time;
    if (failed(readSchedule(schedule, entry, position)))
      return failure();
    if (const TuningEntry *other = database.lookup(entry.key))
      return error(position) << "is a second entry for the kernel of line " << other->line;
    database.add(std::move(entry));
    return success();
  }

  LogicalResult readString(const llvm::json::Object &object, StringRef name, std::string &string, Position position) {
    std::optional<StringRef> value = object.getString(name);
    if (!value || value->size() > limits.textBytes)
      return error(position) << "'" << name << "' must be a string of at most " << limits.textBytes << " bytes";
    string = value->str();
    return success();
  }

  LogicalResult readSchedule(StringRef string, TuningEntry &entry, Position position) {
    constexpr size_t kLongest = 512;
    constexpr StringRef kStart = "#fusion.schedule<";
    if (string.size() > kLongest || !string.starts_with(kStart))
      return error(position) << "'schedule' must be '" << kStart << "...>' of at most " << kLongest << " bytes";
    std::string message;
    entry.schedule = parseSchedule(string, message);
    if (!entry.schedule)
      return error(position) << "'schedule' cannot be read: " << message;
    if (failed(checkSchedule(entry, position)))
      return failure();
    return success();
  }

  /// The attribute, or null and what the parser said.
  ScheduleAttr parseSchedule(StringRef string, std::string &message) {
    ScopedDiagnosticHandler collect(context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        message = diagnostic.str();
      else
        hasOlderWords = true;
      return success();
    });
    return dyn_cast_or_null<ScheduleAttr>(parseAttribute(string, context));
  }

  /// Whether it can be lowered, as far as one can tell without the kernel.
  LogicalResult checkSchedule(const TuningEntry &entry, Position position) {
    std::string reason;
    std::optional<ScheduleProblem> problem = ScheduleProblem::parse(entry.key.problem, chip, reason);
    if (!problem)
      return error(position) << "the problem cannot be read: " << reason;
    if (FusionVerdict verdict = fusion::checkSchedule(entry.schedule, *problem, chip); !verdict)
      return error(position) << "'schedule' cannot be lowered: " << verdict.reason;
    return success();
  }

  const StringRef text, file;
  const ChipInfo &chip;
  MLIRContext *context;
  const TuningLimits &limits;
  SmallVector<Position> entryPositions;
  int64_t version = -1;              ///< of the file's schedules
  SmallVector<std::string, 0> lines; ///< as they stand in the file
  bool hasOlderWords = false;        ///< for what has other words in files of kScheduleVersion
};
} // namespace

FailureOr<TuningDatabase> TuningDatabase::parse(StringRef text, StringRef file, const ChipInfo &chip,
                                                MLIRContext *context, const TuningLimits &limits) {
  return Parser(text, file, chip, context, limits).run();
}

FailureOr<TuningDatabase> TuningDatabase::load(StringRef file, const ChipInfo &chip, MLIRContext *context) {
  // No place in the file: whoever prints the diagnostic would open it to quote the line.
  auto error = [&] { return emitError(UnknownLoc::get(context)) << "cannot read tuning file '" << file << "': "; };
  const TuningLimits limits;
  llvm::sys::fs::file_status status;
  if (std::error_code code = llvm::sys::fs::status(file, status))
    return error() << code.message();
  if (!llvm::sys::fs::is_regular_file(status))
    return error() << "it is no regular file";
  if (status.getSize() > limits.fileBytes)
    return error() << "it has " << status.getSize() << " bytes; the limit is " << limits.fileBytes;
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return error() << buffer.getError().message();
  return parse((*buffer)->getBuffer(), file, chip, context, limits);
}
