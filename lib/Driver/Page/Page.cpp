// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sets a report into the page of this folder.

#include "fusion/Driver/Page.h"
#include "fusion/Support/NumericLocale.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <PageText.inc>

using namespace llvm;
using namespace fusion;

/// `text` with a part that stands in it once replaced.
static std::string setIn(StringRef text, StringRef place, StringRef part) {
  auto [before, behind] = text.split(place);
  return (before + part + behind).str();
}

/// JSON as it may stand in a script element: there only strings have a '<'.
static std::string guard(StringRef json) {
  std::string text;
  for (char c : json)
    c == '<' ? text += "\\u003c" : text += c;
  return text;
}

std::string fusion::makePage(StringRef json) {
  std::string page = setIn(kPage, "@STYLE@", kStyle.trim());
  page = setIn(page, "@SCRIPT@", kScript.trim());
  return setIn(page, "@REPORT@", guard(json.trim()));
}

/// Brackets inside brackets: the reader of JSON calls itself for each.
static size_t getDepth(StringRef json) {
  size_t depth = 0, most = 0;
  bool isText = false;
  for (size_t i = 0; i < json.size(); ++i) {
    char c = json[i];
    if (c == '"')
      isText = !isText;
    else if (isText)
      i += c == '\\';
    else if (c == '[' || c == '{')
      most = std::max(most, ++depth);
    else if ((c == ']' || c == '}') && depth)
      --depth;
  }
  return most;
}

/// Whether it is a report, or several with names, and so what each is compared with.
static bool isReport(const json::Value &value, bool mayHaveGraphs = true) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return false;
  const json::Value *before = object->get("before");
  if (before && before->kind() != json::Value::Null && !isReport(*before))
    return false;
  if (mayHaveGraphs && object->get("graphs")) {
    const json::Array *graphs = object->getArray("graphs");
    return graphs && all_of(*graphs, [](const json::Value &graph) {
             const json::Object *named = graph.getAsObject();
             return named && named->get("report") && isReport(*named->get("report"), /*mayHaveGraphs=*/false);
           });
  }
  const json::Array *kernels = object->getArray("kernels");
  return kernels && all_of(*kernels, [](const json::Value &kernel) { return kernel.getAsObject() != nullptr; });
}

std::optional<std::string> fusion::readReport(StringRef json, std::string &problem) {
  constexpr size_t mostNesting = 100; // a report has 10
  NumericLocale locale;
  if (getDepth(json) > mostNesting) {
    problem = "it is no report: it is nested too deep";
    return std::nullopt;
  }
  Expected<json::Value> value = json::parse(json);
  if (value && isReport(*value))
    return formatv("{0}", *value).str();
  problem = value ? "it is no report: --explain=json writes one" : "it is no JSON: " + toString(value.takeError());
  return std::nullopt;
}

std::string fusion::makeReportData(StringRef title, ArrayRef<std::pair<std::string, std::string>> reports,
                                   StringRef before) {
  std::string text;
  raw_string_ostream stream(text);
  json::OStream json(stream);
  auto addRaw = [&](StringRef name, StringRef value) {
    json.attributeBegin(name);
    json.rawValue(value.trim());
    json.attributeEnd();
  };
  json.object([&] {
    if (!title.empty())
      json.attribute("title", json::fixUTF8(title));
    json.attributeArray("graphs", [&] {
      for (const auto &[name, report] : reports)
        json.object([&, &name = name, &report = report] {
          json.attribute("name", json::fixUTF8(name));
          addRaw("report", report);
        });
    });
    if (!before.empty())
      addRaw("before", before);
  });
  return text;
}
