// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Adds schedules that a search found to a tuning file.

#include "fusion/Bench/TuningFile.h"
#include "Compiler.h"
#include "fusion/Runtime/OutputFile.h"
#include "fusion/Schedule/TuningDatabase.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/AsmParser/AsmParser.h"

#include <cerrno>
#include <ctime>
#include <unistd.h>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

/// The schedules live in the compiler's context.
struct TuningFile::Contents {
  Compiler compiler;
  std::optional<fusion::TuningDatabase> database;
};

TuningFile::TuningFile(std::string path) : path(std::move(path)), contents(std::make_unique<Contents>()) {}
TuningFile::~TuningFile() = default;

Expected<std::unique_ptr<TuningFile>> TuningFile::open(const std::string &path, const std::string &chip) {
  const fusion::ChipInfo *row = fusion::lookupChip(chip);
  if (!row)
    return Error::make("there are no schedules for chip '", chip, "'");
  std::unique_ptr<TuningFile> file(new TuningFile(path));
  if (access(path.c_str(), F_OK) != 0 && errno == ENOENT) {
    file->contents->database.emplace(chip);
    return file;
  }
  auto loaded = fusion::TuningDatabase::load(path, *row, file->contents->compiler.getContext());
  if (failed(loaded))
    return file->contents->compiler.failure();
  file->contents->database = std::move(*loaded);
  return file;
}

static std::string today() {
  std::time_t now = std::time(nullptr);
  char text[16] = {};
  std::strftime(text, sizeof(text), "%Y-%m-%d", std::gmtime(&now));
  return text;
}

Error TuningFile::add(const std::string &graph, const ProgramOptions &options, const std::string &schedule,
                      double microseconds, const std::string &card) {
  Compiler &compiler = contents->compiler;
  auto module = compiler.buildKernels(graph, options);
  if (!module)
    return compiler.failure();
  size_t kernels = 0;
  module->walk([&](fusion::KernelOp) { ++kernels; });
  if (kernels > 1)
    return Error::make("it takes ", kernels, " kernels, and a tuning file has measurements of one alone");
  fusion::KernelOp kernel = findKernel(*module);
  auto attribute = mlir::dyn_cast_or_null<fusion::ScheduleAttr>(mlir::parseAttribute(schedule, compiler.getContext()));
  if (!kernel || !attribute)
    return Error::make("'", schedule, "' is no schedule of a kernel");
  fusion::TuningEntry entry;
  entry.key = fusion::TuningKey::get(kernel);
  entry.schedule = attribute;
  entry.microseconds = microseconds;
  entry.method = "burst";
  entry.date = today();
  entry.card = card;
  contents->database->add(std::move(entry));
  return {};
}

Error TuningFile::save() const { return writeFile(path, {contents->database->print()}); }

size_t TuningFile::size() const { return contents->database->size(); }
