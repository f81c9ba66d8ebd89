// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Measured schedules in a file. docs/Tuning.md describes the format.

#ifndef FUSION_SCHEDULE_TUNINGDATABASE_H
#define FUSION_SCHEDULE_TUNINGDATABASE_H

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include <map>
#include <optional>
#include <string>

namespace fusion {
struct ChipInfo;

/// Raised when schedules come to mean other kernels, so that measurements of the old ones say nothing any more, or when
/// keys are written otherwise. Files of a number below the oldest, or of a later one, are refused.
inline constexpr int64_t kScheduleVersion = 7;
/// What is read as well (lib/Schedule/OlderEntries.h).
inline constexpr int64_t kOldestScheduleVersion = 4;

/// What a measurement is of: a kernel, as far as its speed depends on it. Kernels with equal keys run equally fast.
struct TuningKey {
  std::string problem; ///< ScheduleProblem::print; empty for a kernel that has one schedule
  std::string formula; ///< what is stable, numerics, operations in order, kinds of operands, types of results

  static TuningKey get(const KernelPlan &plan);

  /// The same with f16 in the place of bf16, of the operands and in the formula: keys of kernels that have it in
  /// common differ in which 16-bit floats they use, and take the same schedules.
  TuningKey withAny16BitFloat() const;

  /// What the formula begins with that may make another schedule a little better, though the kernel may have all that
  /// it could have without: stable operands (docs/dev/Launch.md) and fast numerics.
  StringRef getExtras() const;
  /// Without one of them, the weights' last; nothing if there is none.
  std::optional<TuningKey> withoutAnExtra() const;
  bool hasExtrasOf(const TuningKey &other) const;

  /// Whether both are of the same problem, whatever is computed, and whichever 16-bit floats its product takes.
  bool hasProblemOf(const TuningKey &other) const;

  /// The word of the problem that comes first: a product's sizes. Keys that have it in common lie together.
  StringRef getFirstWord() const { return StringRef(problem).take_front(problem.find(' ') + 1); }

  /// Numbers by their size.
  bool operator<(const TuningKey &other) const;
  bool operator==(const TuningKey &other) const { return problem == other.problem && formula == other.formula; }
};

/// One measurement.
struct TuningEntry {
  TuningKey key;
  ScheduleAttr schedule;
  double microseconds = 0; ///< kept to the nanosecond
  std::string method;      ///< how it was measured: "burst"
  std::string date;        ///< "2026-11-30"
  std::string card;        ///< "NVIDIA H200"
  int64_t line = 0;        ///< in the file that it was read from
};

/// What a file may be: it is as untrusted as any other input.
struct TuningLimits {
  uint64_t fileBytes = uint64_t(16) << 20;
  int64_t nesting = 3; ///< open brackets; the format needs no more
  size_t entries = 1 << 16;
  size_t textBytes = 1 << 14; ///< of one string
};

/// The fastest schedule measured for each key, on one chip.
class TuningDatabase {
public:
  /// Of a chip of the chip table; `file` is named in notes.
  explicit TuningDatabase(StringRef chip, StringRef file = "") : chip(chip.str()), file(file.str()) {}

  /// Reads a file, or its text as if it were in `file`. Fails, with a diagnostic at the place in the file, unless it
  /// was written by `print` for `chip`, by a compiler of this `kScheduleVersion` or one down to the oldest, nothing in
  /// it was changed, and every schedule can be lowered.
  static FailureOr<TuningDatabase> load(StringRef file, const ChipInfo &chip, MLIRContext *context);
  static FailureOr<TuningDatabase> parse(StringRef text, StringRef file, const ChipInfo &chip, MLIRContext *context,
                                         const TuningLimits &limits = {});

  /// The entry with this key, or null.
  const TuningEntry *lookup(const TuningKey &key) const;

  /// The entry with this key, else the first (in the order of keys) of a kernel that differs in which 16-bit floats it
  /// uses; else the same of the key `withoutAnExtra`, and so on, or null.
  const TuningEntry *lookupSimilar(const TuningKey &key) const;

  /// The schedule for `kernel`, by `lookupSimilar`; else one that was measured for the same problem with another
  /// formula, and with no extras that the kernel's key lacks, of several the one that the model prefers, unless it
  /// knows a much better one. Null if there is none; or if the measured one adds sums in an order that strict numerics
  /// do not allow, which a remark says. Fails, with a diagnostic at the kernel and a note at the entry, if the kernel
  /// cannot have the schedule of its own entry.
  FailureOr<ScheduleAttr> getSchedule(const KernelPlan &plan, const ChipInfo &chip) const;

  /// Keeps `entry`, in place of one with the same key.
  void add(TuningEntry entry);

  size_t size() const { return entries.size(); }

  /// The file: one line for each entry, in the order of the keys.
  std::string print() const;

  /// Of the entries and what they are for: 16 hexadecimal digits that are part of the file. Finds accidents and edits
  /// by hand; it is no signature.
  std::string getChecksum() const;

private:
  using Entries = std::map<TuningKey, TuningEntry>;

  llvm::iterator_range<Entries::const_iterator> withFirstWordOf(const TuningKey &key) const;
  ScheduleAttr borrowSchedule(const KernelPlan &plan, const TuningKey &key, const ChipInfo &chip) const;

  std::string chip, file;
  Entries entries;
};

} // namespace fusion

#endif // FUSION_SCHEDULE_TUNINGDATABASE_H
