// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Access maps: as text.

#include "fusion/Dialect/Fusion/IR/AccessMap.h"
#include "fusion/Dialect/Fusion/IR/AffineRanges.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace fusion;

void AccessMap::print(AsmPrinter &printer) const {
  raw_ostream &os = printer.getStream();
  auto printEach = [&](auto range, auto print) {
    os << '(';
    llvm::interleaveComma(range, os, print);
    os << ')';
  };
  printEach(llvm::enumerate(getSizes()), [&](auto loop) {
    os << 'd' << loop.index() << " in ";
    if (loop.value() == getAnySize(loop.index(), getRank(), getContext()))
      os << '?';
    else
      os << loop.value();
  });
  os << " -> ";
  printEach(getPlaces(), [&](AffineExpr place) { os << place; });
  if (!isPadded())
    return;
  os << " if ";
  printEach(llvm::zip_equal(getGuarded(), getLimits()),
            [&](auto guard) { os << std::get<0>(guard) << " in " << std::get<1>(guard); });
  os << " else ";
  printer.printAttribute(padding);
}

namespace {
/// The expressions of a map, whose names are known while it is read.
struct ExprParser {
  AsmParser &parser;
  SmallVector<std::string> names;
  SmallVector<std::pair<StringRef, AffineExpr>> symbols, all; ///< sizes of memory; with loops

  explicit ExprParser(AsmParser &parser) : parser(parser) {
    MLIRContext *context = parser.getContext();
    names.reserve(2 * kMaxRank);
    for (unsigned i = 0; i < kMaxRank; ++i)
      symbols.push_back({names.emplace_back("s" + std::to_string(i)), getAffineSymbolExpr(i, context)});
    all = symbols;
    for (unsigned i = 0; i < kMaxRank; ++i)
      all.push_back({names.emplace_back("d" + std::to_string(i)), getAffineDimExpr(i, context)});
  }

  ParseResult parseList(function_ref<ParseResult()> parseOne) {
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne);
  }
  /// d0 in SIZE or d0 in ?, with the names in their order.
  ParseResult parseLoop(SmallVectorImpl<AffineExpr> &sizes) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    std::string expected = "d" + std::to_string(sizes.size());
    if (parser.parseKeyword(&name))
      return failure();
    if (sizes.size() == kMaxRank)
      return parser.emitError(loc) << "access map expects at most " << kMaxRank << " loops";
    if (name != expected)
      return parser.emitError(loc) << "access map expects loop " << expected << ", but has " << name;
    if (parser.parseKeyword("in"))
      return failure();
    sizes.emplace_back(); // none is any
    return succeeded(parser.parseOptionalQuestion()) ? success() : parser.parseAffineExpr(symbols, sizes.back());
  }
  ParseResult parseGuard(SmallVectorImpl<AffineExpr> &guarded, SmallVectorImpl<AffineExpr> &limits) {
    return failure(parser.parseAffineExpr(all, guarded.emplace_back()) || parser.parseKeyword("in") ||
                   parser.parseAffineExpr(symbols, limits.emplace_back()));
  }

  static constexpr unsigned kMaxRank = 64;
};
} // namespace

FailureOr<AccessMap> AccessMap::parse(AsmParser &parser) {
  ExprParser exprs(parser);
  SmallVector<AffineExpr> sizes, places, guarded, limits;
  TypedAttr padding;
  SMLoc loc = parser.getCurrentLocation();
  if (exprs.parseList([&] { return exprs.parseLoop(sizes); }) || parser.parseArrow() ||
      exprs.parseList([&] { return parser.parseAffineExpr(exprs.all, places.emplace_back()); }))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("if")) && (exprs.parseList([&] {
        return exprs.parseGuard(guarded, limits);
      }) || parser.parseKeyword("else") || parser.parseAttribute(padding)))
    return failure();
  if (padding && guarded.empty())
    return parser.emitError(loc) << "access map expects at least one guard in front of the value " << padding;
  unsigned numLoops = sizes.size(), rank = places.size();
  for (auto [loop, size] : llvm::enumerate(sizes)) {
    if (size && !usesOnly(size, 0, rank))
      return parser.emitError(loc) << "access map has memory of " << rank << " dimensions, but sizes of others in "
                                   << toText(size);
    if (!size)
      size = getAnySize(loop, rank, parser.getContext());
  }
  for (AffineExpr expr : llvm::concat<AffineExpr>(places, guarded, limits))
    if (!usesOnly(expr, numLoops, rank))
      return parser.emitError(loc) << "access map has " << numLoops << " loops and memory of " << rank
                                   << " dimensions, but names others in " << toText(expr);
  return get(sizes, places, parser.getContext(), guarded, limits, padding);
}
