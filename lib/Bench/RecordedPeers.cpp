// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads times of other compilers from a file, and finds those of a problem.

#include "fusion/Bench/RecordedPeers.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

namespace json = llvm::json;

Error RecordedPeers::read(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return Error::make("cannot read '", path, "': ", file.getError().message());
  return parse((*file)->getBuffer().str(), path);
}

/// The sizes and the fields as the command line spells them; "batch" need not be there.
static Expected<Problem> problemOf(const json::Object &entry) {
  std::string text;
  if (auto batch = entry.getInteger("batch"); batch && *batch != 1)
    text = std::to_string(*batch);
  for (const char *size : {"m", "n", "k"}) {
    auto value = entry.getInteger(size);
    if (!value)
      return Error::make("has no whole number \"", size, "\"");
    text += (text.empty() ? "" : "x") + std::to_string(*value);
  }
  for (const char *field : {"type", "layout", "epilogue"}) {
    auto value = entry.getString(field);
    if (!value)
      return Error::make("has no text \"", field, "\"");
    text += ":" + value->str();
  }
  return Problem::parse(text, {});
}

Error RecordedPeers::parse(const std::string &text, const std::string &path) {
  auto value = json::parse(text);
  if (!value)
    return Error::make(path, ": ", llvm::toString(value.takeError()));
  const json::Object *top = value->getAsObject();
  const json::Array *peers = top ? top->getArray("peers") : nullptr;
  if (!peers)
    return Error::make(path, ": expected an object with the list \"peers\"");
  for (size_t i = 0; i < peers->size(); ++i) {
    const json::Object *object = (*peers)[i].getAsObject();
    if (!object)
      return Error::make(path, ": peer ", i, " is no object");
    auto text = [&](const char *field) { return object->getString(field).value_or("").str(); };
    double both = object->getNumber("us").value_or(0);
    Entry entry;
    entry.graph = text("graph"), entry.card = text("card"), entry.name = text("name");
    entry.burst = object->getNumber("burst_us").value_or(both);
    entry.steady = object->getNumber("steady_us").value_or(both);
    entry.cublasLt = object->getNumber("cublaslt_us").value_or(0);
    if (entry.graph.empty()) {
      auto problem = problemOf(*object);
      if (!problem)
        return Error::make(path, ": peer ", i, ": ", problem.error().message());
      entry.problem = problem->name();
    }
    if (entry.name.empty())
      return Error::make(path, ": peer ", i, ": has no text \"name\"");
    if (entry.burst < 0 || entry.steady < 0 || entry.cublasLt < 0 || (entry.burst == 0 && entry.steady == 0))
      return Error::make(path, ": peer ", i, ": expected a positive \"us\", \"burst_us\" or \"steady_us\"");
    entries.push_back(entry);
  }
  return {};
}

std::vector<Peer> RecordedPeers::find(const Problem &problem, const Times &cublasLt) const {
  std::vector<Peer> found;
  // What ours is told beside the product changes no peer.
  Problem recorded = problem;
  recorded.fast = recorded.constantW = false;
  std::string name = recorded.name();
  for (const Entry &entry : entries) {
    if (entry.problem != name)
      continue;
    Peer peer;
    peer.name = entry.name + " (recorded)";
    peer.times.burst = entry.cublasLt > 0 ? entry.burst * cublasLt.burst / entry.cublasLt : entry.burst;
    peer.times.steady = entry.cublasLt > 0 ? entry.steady * cublasLt.steady / entry.cublasLt : entry.steady;
    if (peer.times)
      found.push_back(peer);
  }
  return found;
}

std::vector<Peer> RecordedPeers::findGraph(const std::string &file, const std::string &device) const {
  std::vector<Peer> found;
  llvm::StringRef graph = llvm::sys::path::stem(file);
  for (const Entry &entry : entries)
    if (!entry.graph.empty() && entry.graph == graph && device.find(entry.card) != std::string::npos) {
      Peer peer;
      peer.name = entry.name + " (recorded)";
      peer.times.burst = entry.burst, peer.times.steady = entry.steady;
      found.push_back(peer);
    }
  return found;
}
