// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads products by their fields, and older words.

#include "OlderEntries.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace fusion;

bool fusion::isOfProducts(int64_t version) { return version <= 6; }

ArrayRef<StringRef> fusion::getFieldsOfProducts() {
  static constexpr StringRef fields[] = {"m",        "n",        "k",  "batch",  "type", "layout",
                                         "epilogue", "schedule", "us", "method", "date", "card"};
  return fields;
}

/// A size, which was -1 where it is not known.
static std::string printSize(int64_t size) { return size < 0 ? "?" : std::to_string(size); }

/// What `formula` called operands that are stable becomes the words of now. Returns whether there was such a word.
static bool updateWords(std::string &formula) {
  StringRef left = formula;
  std::string stable;
  for (auto [before, now] : {std::pair<StringRef, StringRef>("settled-a ", "stable-a "), {"settled-b ", "stable-b "}})
    if (left.consume_front(before))
      stable += now;
  bool hasWord = !stable.empty();
  formula = stable + left.str();
  return hasWord;
}

std::string fusion::updateEntry(llvm::json::Object &entry, int64_t version, bool &hasOlderWords) {
  constexpr int64_t lastOfSettled = 5;
  SmallVector<std::string> sizes;
  for (StringRef name : {"batch", "m", "n", "k"}) {
    std::optional<int64_t> size = entry.getInteger(name);
    if (!size || *size < -1)
      return ("'" + name + "' must be a size, or -1 where it is dynamic").str();
    if (name != "batch" || *size != 1)
      sizes.push_back(printSize(*size));
  }
  std::optional<StringRef> type = entry.getString("type"), layout = entry.getString("layout"),
                           epilogue = entry.getString("epilogue");
  if (!type || !layout || !epilogue)
    return "'type', 'layout' and 'epilogue' must be strings";
  std::string problem = (llvm::join(sizes, "x") + " " + *type + " " + *layout).str(), formula = epilogue->str();
  if (version <= lastOfSettled)
    hasOlderWords |= updateWords(formula);
  entry["problem"] = problem;
  entry["formula"] = formula;
  return "";
}
