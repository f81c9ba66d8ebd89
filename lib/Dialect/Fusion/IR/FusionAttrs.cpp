// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Syntax and checks of the dialect's attributes.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

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

/// What of a variant has a default: `, guards = [...], schedule = <...>, any_address = true`, in this order.
static ParseResult parseVariantSettings(AsmParser &parser, SmallVector<GuardAttr> &guards, ScheduleAttr &schedule,
                                        bool &anyAddress) {
  anyAddress = false;
  auto parseGuard = [&] { return parser.parseCustomAttributeWithFallback(guards.emplace_back()); };
  StringRef keys[] = {"guards", "schedule", "any_address"};
  ArrayRef<StringRef> left = keys;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return failure();
    const StringRef *known = llvm::find(left, key);
    if (known == left.end())
      return parser.emitError(loc) << "variant expects " << llvm::join(left, ", then ") << ", but has " << key;
    left = left.drop_front(known - left.begin() + 1);
    ParseResult parsed = failure();
    if (key == "guards")
      parsed = parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseGuard);
    else if (key == "schedule")
      parsed = parser.parseCustomAttributeWithFallback(schedule);
    else if (FailureOr<bool> value = FieldParser<bool>::parse(parser); succeeded(value)) {
      anyAddress = *value;
      parsed = success();
    }
    if (parsed)
      return failure();
    if (left.empty())
      break;
  }
  return success();
}

static void printVariantSettings(AsmPrinter &printer, ArrayRef<GuardAttr> guards, ScheduleAttr schedule,
                                 bool anyAddress) {
  if (!guards.empty()) {
    printer << ", guards = [";
    llvm::interleaveComma(guards, printer, [&](GuardAttr guard) { printer.printStrippedAttrOrType(guard); });
    printer << ']';
  }
  if (schedule) {
    printer << ", schedule = ";
    printer.printStrippedAttrOrType(schedule);
  }
  if (anyAddress)
    printer << ", any_address = true";
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

FailureOr<std::string> fusion::parseFamilyName(AsmParser &parser) {
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

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

/// The word before a guard's number, if it has one.
static StringRef getGuardWord(GuardKind kind) {
  switch (kind) {
  case GuardKind::Aligned:
    return "to";
  case GuardKind::Multiple:
    return "of";
  case GuardKind::AtMost:
    return "is";
  case GuardKind::Positive:
    return "";
  }
  llvm_unreachable("unknown kind of guard");
}

Attribute GuardAttr::parse(AsmParser &parser, Type type) {
  SmallVector<int64_t> operands, dims;
  int64_t value = 0;
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseLess() || parser.parseKeyword(&keyword))
    return {};
  std::optional<GuardKind> known = symbolizeGuardKind(keyword);
  if (!known) {
    parser.emitError(loc) << "guard expects aligned, multiple, at_most or positive, but has " << keyword;
    return {};
  }
  do {
    if (parser.parseInteger(operands.emplace_back()))
      return {};
    // Rows go along the last dimension unless an alignment names another one.
    bool isAlignment = *known == GuardKind::Aligned;
    if (isAlignment && failed(parser.parseOptionalLSquare()))
      break;
    if ((!isAlignment && parser.parseLSquare()) || parser.parseInteger(dims.emplace_back()) || parser.parseRSquare())
      return {};
  } while (*known == GuardKind::Multiple && succeeded(parser.parseOptionalStar()));
  StringRef word = getGuardWord(*known);
  if ((!word.empty() && (parser.parseKeyword(word) || parser.parseInteger(value))) || parser.parseGreater())
    return {};
  return parser.getChecked<GuardAttr>(loc, parser.getContext(), *known, operands, dims, value);
}

void GuardAttr::print(AsmPrinter &printer) const {
  printer << '<' << stringifyGuardKind(getKind()) << ' ';
  llvm::interleave(
      llvm::enumerate(getOperands()), printer,
      [&](auto entry) {
        printer << entry.value();
        if (entry.index() < getDims().size())
          printer << '[' << getDims()[entry.index()] << ']';
      },
      " * ");
  if (StringRef word = getGuardWord(getKind()); !word.empty())
    printer << ' ' << word << ' ' << getValue();
  printer << '>';
}

LogicalResult GuardAttr::verify(function_ref<InFlightDiagnostic()> emitError, GuardKind kind,
                                ArrayRef<int64_t> operands, ArrayRef<int64_t> dims, int64_t value) {
  if (operands.empty() || (kind != GuardKind::Multiple && operands.size() != 1))
    return emitError() << "guard expects one operand, but has " << operands.size();
  if (dims.size() != operands.size() && !(kind == GuardKind::Aligned && dims.empty()))
    return emitError() << "guard expects a dimension for each size, but has " << dims.size();
  for (int64_t number : llvm::concat<const int64_t>(operands, dims))
    if (number < 0)
      return emitError() << "guard expects operands and dimensions of at least 0, but has " << number;
  bool isPower = kind == GuardKind::Aligned || kind == GuardKind::Multiple;
  if (isPower && (value < 1 || !llvm::isPowerOf2_64(value)))
    return emitError() << "guard expects a power of two, but has " << value;
  if (kind == GuardKind::AtMost && value < 0)
    return emitError() << "guard expects a size of at least 0, but has " << value;
  return success();
}

LogicalResult VariantAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringRef suffix,
                                  ArrayRef<GuardAttr> guards, ScheduleAttr schedule, bool anyAddress) {
  // It is part of a function's name.
  for (char c : suffix)
    if (!llvm::isAlnum(c) && c != '_')
      return emitError() << "variant expects a suffix of letters, digits and _, but has \"" << suffix << '"';
  return success();
}

//===----------------------------------------------------------------------===//
// Access maps
//===----------------------------------------------------------------------===//

Attribute AccessAttr::parse(AsmParser &parser, Type type) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  FailureOr<AccessMap> map = AccessMap::parse(parser);
  if (failed(map) || parser.parseGreater())
    return {};
  return parser.getChecked<AccessAttr>(loc, parser.getContext(), *map);
}

void AccessAttr::print(AsmPrinter &printer) const {
  printer << '<';
  getMap().print(printer);
  printer << '>';
}

LogicalResult AccessAttr::verify(function_ref<InFlightDiagnostic()> emitError, AccessMap map) {
  std::string fault = map.findFault();
  return fault.empty() ? success() : emitError() << fault;
}
