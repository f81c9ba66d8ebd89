// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds measured schedules of a kernel, or borrows one of a similar kernel.

#include "fusion/Schedule/TuningDatabase.h"

#include "TuningFormat.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/NumericLocale.h"
#include "fusion/Support/Remark.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;

const TuningEntry *TuningDatabase::lookup(const TuningKey &key) const {
  auto entry = entries.find(key);
  return entry == entries.end() ? nullptr : &entry->second;
}

llvm::iterator_range<TuningDatabase::Entries::const_iterator>
TuningDatabase::withFirstWordOf(const TuningKey &key) const {
  StringRef word = key.getFirstWord();
  auto begin = entries.lower_bound({word.str(), ""});
  return {begin, std::find_if_not(begin, entries.end(),
                                  [&](const auto &entry) { return StringRef(entry.first.problem).starts_with(word); })};
}

const TuningEntry *TuningDatabase::lookupSimilar(const TuningKey &key) const {
  if (const TuningEntry *exact = lookup(key))
    return exact;
  const TuningKey wanted = key.withAny16BitFloat();
  for (const auto &[known, entry] : withFirstWordOf(key))
    if (known.withAny16BitFloat() == wanted)
      return &entry;
  std::optional<TuningKey> plainer = key.withoutAnExtra();
  return plainer ? lookupSimilar(*plainer) : nullptr;
}

/// How much better than any measured schedule of the same problem, with other formulas, the model's own choice must be
/// to go before it: of 90 random problems the model's choice lost more than that on 7 (docs/lab).
static constexpr double kBelievedGain = 1.15;

ScheduleAttr TuningDatabase::borrowSchedule(const KernelPlan &plan, const TuningKey &key, const ChipInfo &chip) const {
  ScheduleProblem problem = ScheduleProblem::get(plan);
  if (problem.hasDynamicSizes())
    return ScheduleAttr();
  ScheduleAttr best;
  double bestTime = 0;
  for (const auto &[known, entry] : withFirstWordOf(key)) {
    ScheduleAttr schedule = entry.schedule;
    if (!known.hasProblemOf(key) || !key.hasExtrasOf(known) || !checkSchedule(schedule, plan, chip) ||
        !checkSumOrder(schedule, plan, chip))
      continue;
    std::optional<double> time = predictByModel(schedule, problem, chip);
    if (time && (!best || *time < bestTime)) {
      best = schedule;
      bestTime = *time;
    }
  }
  if (!best)
    return ScheduleAttr();
  std::optional<double> own = predictByModel(selectSchedule(plan, chip), problem, chip);
  bool isBelieved = own && bestTime > *own * kBelievedGain;
  return isBelieved ? ScheduleAttr() : best;
}

FailureOr<ScheduleAttr> TuningDatabase::getSchedule(const KernelPlan &plan, const ChipInfo &chip) const {
  KernelOp kernel = plan.getKernel();
  if (entries.empty())
    return ScheduleAttr();
  TuningKey key = TuningKey::get(plan);
  if (key.problem.empty())
    return ScheduleAttr();
  const TuningEntry *entry = lookupSimilar(key);
  if (!entry)
    return borrowSchedule(plan, key, chip);
  FusionVerdict verdict = checkSchedule(entry->schedule, plan, chip);
  if (verdict) {
    FusionVerdict order = checkSumOrder(entry->schedule, plan, chip);
    if (order)
      return entry->schedule;
    emitMissed(kernel, order.code, "the measured schedule is not used: " + order.reason);
    return ScheduleAttr();
  }
  InFlightDiagnostic error = kernel.emitOpError()
                             << "cannot have the schedule that was measured for it: " << verdict.reason;
  error.attachNote(FileLineColLoc::get(kernel.getContext(), file, entry->line, 1)) << "measured here";
  return error;
}

void TuningDatabase::add(TuningEntry entry) {
  TuningKey key = entry.key;
  entries.insert_or_assign(key, std::move(entry));
}

/// The entries as they are written.
static SmallVector<std::string, 0> printLines(const std::map<TuningKey, TuningEntry> &entries) {
  NumericLocale locale;
  SmallVector<std::string, 0> lines;
  for (const auto &[key, entry] : entries) {
    std::string schedule;
    llvm::raw_string_ostream(schedule) << Attribute(entry.schedule);
    llvm::json::Object fields{{"problem", key.problem},   {"formula", key.formula}, {"schedule", schedule},
                              {"us", entry.microseconds}, {"method", entry.method}, {"date", entry.date},
                              {"card", entry.card}};
    lines.push_back(printTuningEntry(fields, kScheduleVersion));
  }
  return lines;
}

std::string TuningDatabase::getChecksum() const {
  return getTuningChecksum(printLines(entries), chip, kScheduleVersion);
}

std::string TuningDatabase::print() const { return printTuningFile(printLines(entries), chip, kScheduleVersion); }
