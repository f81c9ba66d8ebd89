// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// #fusion.sm90 as text: `<swap = true, grid = 128>`, in any order, and older words for some parameters.

#include "fusion/Families/SM90/Schedule.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace fusion;

/// Calls `visit` with the name of each parameter, in the order in which they are printed, and the field that has it.
template <typename Visitor> static void forEachParameter(Visitor visit) {
  visit("mode", &SM90Schedule::mode);
  visit("cluster_m", &SM90Schedule::clusterM);
  visit("cluster_n", &SM90Schedule::clusterN);
  visit("split_k", &SM90Schedule::splitK);
  visit("swap", &SM90Schedule::swap);
  visit("order", &SM90Schedule::order);
  visit("grid", &SM90Schedule::grid);
  visit("blocks_per_sm", &SM90Schedule::blocksPerSM);
  visit("staging", &SM90Schedule::staging);
  visit("dependents", &SM90Schedule::dependents);
  visit("copy_a", &SM90Schedule::copyA);
  visit("copy_b", &SM90Schedule::copyB);
  visit("load_a", &SM90Schedule::loadA);
  visit("load_b", &SM90Schedule::loadB);
  visit("spread_k", &SM90Schedule::spreadK);
  visit("stream_k_tail", &SM90Schedule::streamKTail);
  visit("tail_reduction", &SM90Schedule::tailReduction);
}

/// What a parameter is called now that schedules of version 5 and before called `name`.
static StringRef updateName(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("repack_a", "copy_a")
      .Case("repack_b", "copy_b")
      .Case("tail_split", "stream_k_tail")
      .Default(name);
}

static ParseResult parseParameter(AsmParser &parser, SM90Schedule &schedule, llvm::SmallSet<StringRef, 16> &seen) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef written;
  if (parser.parseKeyword(&written) || parser.parseEqual())
    return failure();
  StringRef name = updateName(written);
  if (name != written)
    emitWarning(parser.getEncodedSourceLoc(loc)) << '\'' << written << "' is called '" << name << "' now";
  if (!seen.insert(name).second)
    return parser.emitError(loc) << "sm90 options have " << name << " twice";
  std::optional<ParseResult> parsed;
  std::string names;
  forEachParameter([&](StringRef known, auto field) {
    names += (names.empty() ? "" : ", ") + known.str();
    if (known != name)
      return;
    auto value = FieldParser<std::remove_reference_t<decltype(schedule.*field)>>::parse(parser);
    if (succeeded(value))
      schedule.*field = *value;
    parsed = success(succeeded(value));
  });
  if (parsed)
    return *parsed;
  return parser.emitError(loc) << "sm90 options have no '" << written << "', but " << names;
}

Attribute SM90OptionsAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SM90Schedule schedule;
  llvm::SmallSet<StringRef, 16> seen;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     [&] { return parseParameter(parser, schedule, seen); }))
    return {};
  return parser.getChecked<SM90OptionsAttr>(
      loc, parser.getContext(), schedule.mode, schedule.clusterM, schedule.clusterN, schedule.splitK, schedule.swap,
      schedule.order, schedule.grid, schedule.blocksPerSM, schedule.staging, schedule.dependents, schedule.copyA,
      schedule.copyB, schedule.loadA, schedule.loadB, schedule.spreadK, schedule.streamKTail, schedule.tailReduction);
}

void SM90OptionsAttr::print(AsmPrinter &printer) const {
  const SM90Schedule schedule = SM90Schedule::getOptions(*this), defaults;
  StringRef separator = "";
  printer << '<';
  forEachParameter([&](StringRef name, auto field) {
    if (schedule.*field == defaults.*field)
      return;
    printer << separator << name << " = ";
    printer.printStrippedAttrOrType(schedule.*field);
    separator = ", ";
  });
  printer << '>';
}
