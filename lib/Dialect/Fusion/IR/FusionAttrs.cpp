// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::fusion;

#include "fusion/Dialect/Fusion/IR/FusionEnums.cpp.inc"

/// Null for an attribute of another dialect, too.
static const FusionDialect::ScheduleOptions *lookupScheduleOptions(Attribute options) {
  auto *dialect = dyn_cast<FusionDialect>(&options.getDialect());
  return dialect ? dialect->lookupScheduleOptions(options) : nullptr;
}

/// `FAMILY = <...>`, behind the name and the sign.
static ParseResult parseScheduleOptions(AsmParser &parser, StringRef family, SMLoc loc, Attribute &options) {
  auto *dialect = parser.getContext()->getLoadedDialect<FusionDialect>();
  const FusionDialect::ScheduleOptions *known = dialect->lookupScheduleOptions(family);
  if (!known)
    return parser.emitError(loc) << "schedule expects stages, group or the options of a family, but no family '"
                                 << family << "' with options is registered";
  SMLoc optionsLoc = parser.getCurrentLocation();
  auto parse = [&](Attribute &result, Type type) { return success((result = known->parse(parser, type)) != nullptr); };
  if (parser.parseCustomAttributeWithFallback(options, Type(), parse))
    return failure();
  if (dialect->lookupScheduleOptions(options) != known)
    return parser.emitError(optionsLoc) << "schedule expects #fusion." << family << ", but has " << options;
  return success();
}

/// What of a schedule has a default: `, stages = 4, group = 8, FAMILY = <...>`, in any order.
static ParseResult parseScheduleSettings(AsmParser &parser, int64_t &stages, int64_t &group, Attribute &options) {
  stages = group = 1;
  llvm::SmallDenseSet<StringRef> seen;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return failure();
    if (!seen.insert(key).second)
      return parser.emitError(loc) << "schedule has " << key << " twice";
    ParseResult parsed = key == "stages"  ? parser.parseInteger(stages)
                         : key == "group" ? parser.parseInteger(group)
                                          : parseScheduleOptions(parser, key, loc, options);
    if (parsed)
      return failure();
  }
  return success();
}

static void printScheduleSettings(AsmPrinter &printer, int64_t stages, int64_t group, Attribute options) {
  if (stages != 1)
    printer << ", stages = " << stages;
  if (group != 1)
    printer << ", group = " << group;
  if (!options)
    return;
  const FusionDialect::ScheduleOptions *known = lookupScheduleOptions(options);
  printer << ", " << known->family << " = ";
  if (failed(printer.printAlias(options)))
    known->print(options, printer);
}

#define GET_ATTRDEF_CLASSES
#include "fusion/Dialect/Fusion/IR/FusionAttrs.cpp.inc"

void FusionDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "fusion/Dialect/Fusion/IR/FusionAttrs.cpp.inc"
      >();
}

const FusionDialect::ScheduleOptions *FusionDialect::lookupScheduleOptions(StringRef family) const {
  const auto *known = llvm::find_if(scheduleOptions, [&](const auto &options) { return options.family == family; });
  return known == scheduleOptions.end() ? nullptr : known;
}

const FusionDialect::ScheduleOptions *FusionDialect::lookupScheduleOptions(Attribute attribute) const {
  const auto *known =
      llvm::find_if(scheduleOptions, [&](const auto &options) { return options.type == attribute.getTypeID(); });
  return known == scheduleOptions.end() ? nullptr : known;
}

Attribute FusionDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  Attribute attribute;
  if (generatedAttributeParser(parser, &name, type, attribute).has_value())
    return attribute;
  if (const ScheduleOptions *options = lookupScheduleOptions(name))
    return options->parse(parser, type);
  parser.emitError(loc) << "unknown attribute `" << name << "` in dialect `" << getNamespace() << "`";
  return {};
}

void FusionDialect::printAttribute(Attribute attribute, DialectAsmPrinter &printer) const {
  if (succeeded(generatedAttributePrinter(attribute, printer)))
    return;
  if (const ScheduleOptions *options = lookupScheduleOptions(attribute)) {
    printer << options->family;
    options->print(attribute, printer);
  }
}

LogicalResult TargetAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringRef chip, StringRef card) {
  const ChipInfo *row = lookupChip(chip);
  if (!row)
    return emitError() << "unknown chip '" << chip << "'; known chips are " << listChips();
  if (!lookupChip(chip, card))
    return emitError() << "unknown card '" << card << "'; known cards with " << chip << " are " << listCards(*row);
  return success();
}

const ChipInfo &TargetAttr::getInfo() const { return *lookupChip(getChip(), getCard()); }

FailureOr<std::string> mlir::fusion::parseFamilyName(AsmParser &parser) {
  std::string name;
  if (parser.parseKeywordOrString(&name))
    return failure();
  return name;
}

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringRef family,
                                   ArrayRef<int64_t> tile, ArrayRef<int64_t> warps, int64_t stages, int64_t group,
                                   Attribute options) {
  if (tile.size() != 3)
    return emitError() << "schedule expects a tile of 3 sizes [m, n, k], but has " << tile.size();
  if (warps.size() != 2)
    return emitError() << "schedule expects 2 warp counts [along m, along n], but has " << warps.size();
  for (int64_t size : tile)
    if (size <= 0)
      return emitError() << "schedule expects positive tile sizes, but has " << size;
  for (int64_t count : warps)
    if (count <= 0)
      return emitError() << "schedule expects positive warp counts, but has " << count;
  if (warps[0] > 32 || warps[1] > 32 || warps[0] * warps[1] > 32)
    return emitError() << "schedule expects at most 32 warps in a block, but has " << warps[0] << " x " << warps[1];
  if (stages < 1 || group < 1)
    return emitError() << "schedule expects stages and group of at least 1, but has " << stages << " and " << group;
  if (!options)
    return success();
  const FusionDialect::ScheduleOptions *known = lookupScheduleOptions(options);
  if (!known)
    return emitError() << "schedule expects options of a family that is registered, but has " << options;
  if (known->family != family)
    return emitError() << "schedule expects " << known->family << " options with family " << known->family
                       << " alone, but has family " << family;
  return success();
}

LogicalResult AlternativeAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t mostM,
                                      ScheduleAttr schedule) {
  if (mostM < 1)
    return emitError() << "alternative expects most_m of at least 1, but has " << mostM;
  return success();
}
