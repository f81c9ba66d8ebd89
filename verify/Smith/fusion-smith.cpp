// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes random graphs, checks that the compiler treats them as it should, and shrinks those where it does not. See
// README.md.

#include "Campaign.h"
#include "Injected.h"
#include "Trial.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/CommandLine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace fusion::smith;

static cl::OptionCategory category("fusion-smith options");
static cl::opt<uint64_t> seed("seed", cl::desc("Of the first graph (default: 1)"), cl::init(1), cl::cat(category));
static cl::opt<uint64_t> graphCount("count", cl::desc("Graphs (default: 100)"), cl::init(100), cl::cat(category));
static cl::list<std::string> checks("check", cl::desc("Oracles; NAME/N checks one in N graphs (default: all)"),
                                    cl::CommaSeparated, cl::value_desc("NAME[/N],..."), cl::cat(category));
static cl::list<std::string> chips("chip", cl::desc("Chips to compile for (default: all that there are)"),
                                   cl::CommaSeparated, cl::value_desc("CHIP,..."), cl::cat(category));
static cl::opt<std::string> device("device", cl::desc("Where graphs run: cpu (default) or cuda"), cl::init("cpu"),
                                   cl::cat(category));
static cl::opt<unsigned> jobs("jobs", cl::desc("Processes at a time (default: 1)"), cl::init(1), cl::cat(category));
static cl::opt<unsigned> seconds("time", cl::desc("Start no graphs after so many seconds"), cl::init(0),
                                 cl::cat(category));
static cl::opt<unsigned> limit("limit", cl::desc("Processor time for one check in seconds (default: 60)"), cl::init(60),
                               cl::cat(category));
static cl::opt<unsigned> attempts("shrink", cl::desc("Most attempts to shrink a fault (default: 2000; 0: do not)"),
                                  cl::init(2000), cl::cat(category));
static cl::opt<std::string> out("out", cl::desc("Folder for graphs that fail"), cl::cat(category));
static cl::opt<std::string> inject("inject",
                                   cl::desc("For tests: graphs with that operation fail, as an error, a crash "
                                            "or a hang"),
                                   cl::value_desc("OP[:crash|:hang]"), cl::cat(category));
static cl::list<std::string> grow("grow", cl::desc("Productions that graphs are made of (default: all)"),
                                  cl::CommaSeparated, cl::value_desc("NAME,..."), cl::cat(category));
static cl::opt<bool> printSeed("print", cl::desc("Print the graphs and check nothing"), cl::cat(category));
static cl::opt<bool> list("list", cl::desc("List the oracles"), cl::cat(category));

static int usage(const Twine &message) {
  errs() << "fusion-smith: " << message << "\n";
  return 2;
}

static const Oracle *findOracle(StringRef name) {
  for (const Oracle *oracle : getOracles())
    if (oracle->getName() == name)
      return oracle;
  return nullptr;
}

/// Reads "NAME" or "NAME/N"; what is wrong with it, or "".
static std::string addCheck(StringRef text, CampaignOptions &options) {
  auto [name, number] = text.split('/');
  const Oracle *oracle = findOracle(name);
  unsigned period = 1;
  if (!oracle)
    return ("there is no oracle '" + name + "'; see --list").str();
  if (text.contains('/') && (!to_integer(number, period) || period == 0))
    return ("--check expects ORACLE/N with N from 1 on, but is '" + text + "'").str();
  options.checks.push_back({oracle, period});
  return "";
}

/// What is wrong with the options but for --check, or "".
static std::string checkOptions() {
  if (device != "cpu" && device != "cuda")
    return "--device expects cpu or cuda, but is '" + device + "'";
  for (const std::string &name : grow)
    if (!is_contained(listProductions(), name))
      return "--grow expects one of " + join(listProductions(), ", ") + ", but is '" + name + "'";
  if (jobs == 0)
    return "--jobs expects a number from 1 on";
  for (const std::string &chip : chips)
    if (!fusion::lookupChip(chip))
      return "--chip expects one of " + fusion::listChips() + ", but is '" + chip + "'";
  if (!out.empty())
    if (std::error_code code = sys::fs::create_directories(out))
      return "cannot make folder '" + out + "': " + code.message();
  return "";
}

int main(int argc, char **argv) {
  fusion::setUpOptions("fusion-smith", &category);
  cl::ParseCommandLineOptions(argc, argv, "Checks the compiler on random graphs.\n");
  if (list) {
    for (const Oracle *oracle : getOracles())
      outs() << oracle->getName() << " (one in " << oracle->getPeriod() << "): " << oracle->getHelp() << "\n";
    return 0;
  }
  if (std::string problem = checkOptions(); !problem.empty())
    return usage(problem);
  if (!grow.empty())
    restrictProductions(SmallVector<std::string>(grow.begin(), grow.end()));
  if (printSeed) {
    auto context = createContext();
    for (uint64_t i = seed; i < seed + graphCount; ++i)
      outs() << printGraph(context.get(), Tape::random(i), "seed " + std::to_string(i));
    return 0;
  }
  CampaignOptions options;
  options.seed = seed;
  options.count = graphCount;
  options.jobs = jobs;
  options.seconds = seconds;
  options.graphSeconds = limit;
  options.shrinkAttempts = attempts;
  options.out = out;
  options.environment.device = device;
  options.environment.chips.assign(chips.begin(), chips.end());
  if (chips.empty())
    for (const fusion::ChipInfo &chip : fusion::getChips())
      options.environment.chips.push_back(chip.name.str());
  for (const std::string &check : checks)
    if (std::string problem = addCheck(check, options); !problem.empty())
      return usage(problem);
  Injected injected(inject);
  if (!inject.empty())
    options.checks.push_back({&injected, 1});
  if (options.checks.empty())
    for (const Oracle *oracle : getOracles())
      options.checks.push_back({oracle, oracle->getPeriod()});
  return runCampaign(options, outs()) ? 0 : 1;
}
