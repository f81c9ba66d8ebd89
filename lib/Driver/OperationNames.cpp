// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the operation that was meant, by the texts of MLIR's errors.

#include "fusion/Driver/OperationNames.h"
#include "fusion/Runtime/Text.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace fusion;

/// What stands between `begin` and the next quote.
static StringRef takeQuoted(StringRef message, StringRef begin) {
  size_t start = message.find(begin);
  return start == StringRef::npos ? "" : message.substr(start + begin.size()).split('\'').first;
}

/// The name in quotes in front of the place of an error: "mathh.exp" of `%0 = "mathh.exp"(%x)`, which has no name in
/// it.
static StringRef findNameBefore(Location place, StringRef text) {
  auto file = place->findInstanceOf<FileLineColLoc>();
  for (unsigned line = 1; file && line < file.getLine(); ++line)
    text = text.split('\n').second;
  StringRef before = file ? text.take_front(file.getColumn() - 1).rtrim() : "";
  return before.consume_back("\"") ? before.rsplit('"').second : "";
}

/// The operation that an error of the parser or the verifier is about; empty if it is about none.
static StringRef findName(const std::string &message, Location place, StringRef text) {
  if (StringRef(message).starts_with("operation being parsed with an unregistered dialect"))
    return findNameBefore(place, text);
  StringRef name = takeQuoted(message, "custom op '");
  return name.empty() ? takeQuoted(message, "unregistered operation '") : name;
}

static std::vector<std::string> listOperations(const DialectRegistry &registry, function_ref<bool(StringRef)> mayName) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  for (StringRef dialect : registry.getDialectNames())
    if (mayName(dialect))
      context.getOrLoadDialect(dialect);
  std::vector<std::string> names;
  for (RegisteredOperationName name : context.getRegisteredOperations())
    if (mayName(name.getDialectNamespace()))
      names.push_back(name.getStringRef().str());
  return names;
}

/// The name behind that of the dialect.
static StringRef getOwnName(StringRef name) { return name.split('.').second; }

/// The nearest operation of a dialect; if there is no such dialect, the nearest of all.
static std::string findNearest(StringRef name, const std::vector<std::string> &operations) {
  std::string dialect = (name.split('.').first + ".").str();
  std::vector<std::string> own;
  for (StringRef operation : operations)
    if (operation.starts_with(dialect))
      own.push_back(getOwnName(operation).str());
  if (own.empty())
    return runtime::findNearest(name, operations);
  std::string nearest = runtime::findNearest(getOwnName(name), own);
  return nearest.empty() ? "" : dialect + nearest;
}

/// The operation of this name that another dialect has, this project's before others.
static std::string findElsewhere(StringRef ownName, const std::vector<std::string> &operations) {
  std::string ours = ("fusion." + ownName).str();
  if (llvm::is_contained(operations, ours))
    return ours;
  auto found = llvm::find_if(operations, [&](StringRef operation) { return getOwnName(operation) == ownName; });
  return found == operations.end() ? "" : *found;
}

std::string fusion::findMeantOperation(const Diagnostic &error, StringRef text, const DialectRegistry &registry,
                                       function_ref<bool(StringRef)> mayName) {
  std::string message = error.str();
  StringRef name = findName(message, error.getLocation(), text);
  // "relu" is "func.relu" to the parser, as in a function names without a dialect are of that of functions.
  StringRef tried = name.contains('.') ? name : takeQuoted(message, "(tried '");
  if (tried.empty())
    return "";
  std::vector<std::string> operations = listOperations(registry, mayName);
  if (llvm::is_contained(operations, tried))
    return "";
  std::string nearest = findNearest(tried, operations);
  return nearest.empty() ? findElsewhere(getOwnName(tried), operations) : nearest;
}
