// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes random graphs, checks that the compiler treats them as it should, and shrinks those where it does not. See
// README.md.

#include "Campaign.h"
#include "Exporter.h"
#include "Injected.h"
#include "Trial.h"
#include "fusion/Driver/CommandLine.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace fusion;
using namespace fusion::smith;
namespace cli = fusion::runtime::cli;

namespace {
struct Arguments {
  CampaignOptions campaign;
  std::vector<std::string> grow;
  std::string inject, exportTo;
  bool printGraphs = false, list = false;
};
} // namespace

static const Oracle *findOracle(StringRef name) {
  for (const Oracle *oracle : getOracles())
    if (oracle->getName() == name)
      return oracle;
  return nullptr;
}

/// Reads "NAME" or "NAME/N".
static runtime::Error addCheck(StringRef text, CampaignOptions &options) {
  auto [name, number] = text.split('/');
  const Oracle *oracle = findOracle(name);
  unsigned period = 1;
  if (!oracle)
    return runtime::Error::make("there is no oracle '", name.str(), "'; see --list");
  if (text.contains('/') && (!to_integer(number, period) || period == 0))
    return runtime::Error::make("--check expects ORACLE/N with N from 1 on, but is '", text.str(), "'");
  options.checks.push_back({oracle, period});
  return {};
}

/// Hands each part of "a,b,c" to `add`.
static cli::Setter split(std::function<runtime::Error(const std::string &)> add) {
  return [=](const std::string &value) {
    for (StringRef part : llvm::split(value, ','))
      if (runtime::Error error = add(part.str()))
        return error;
    return runtime::Error();
  };
}

static std::vector<cli::Option> declareGraphs(Arguments &arguments) {
  CampaignOptions &campaign = arguments.campaign;
  std::vector<cli::Word> productions;
  for (StringRef name : listProductions())
    productions.emplace_back(name.str());
  auto addGrow = [&arguments, productions](const std::string &name) {
    arguments.grow.push_back(name);
    return cli::checkIsOneOf("--grow", productions, name);
  };
  return {cli::number("--seed", "N", "of the first graph", 0, INT64_MAX, campaign.seed),
          cli::number("--count", "N", "graphs", 0, INT64_MAX, campaign.count),
          cli::option("--grow", "NAME,...", "productions that graphs are made of (default: all)", split(addGrow))
              .suggesting(productions)
              .repeated(),
          cli::flag("--print", "print the graphs and check nothing", arguments.printGraphs)};
}

static std::vector<cli::Option> declareChecks(Arguments &arguments) {
  CampaignOptions &campaign = arguments.campaign;
  std::vector<cli::Word> oracles, chips;
  for (const Oracle *oracle : getOracles())
    oracles.emplace_back(oracle->getName().str());
  for (const ChipInfo &chip : getChips())
    chips.emplace_back(chip.name.str());
  auto addOracle = [&campaign](const std::string &text) { return addCheck(text, campaign); };
  auto addChip = [&campaign, chips](const std::string &name) {
    campaign.environment.chips.push_back(name);
    return cli::checkIsOneOf("--chip", chips, name);
  };
  return {
      cli::option("--check", "NAME[/N],...", "oracles; NAME/N checks one in N graphs (default: all)", split(addOracle))
          .suggesting(oracles)
          .repeated(),
      cli::flag("--list", "list the oracles", arguments.list),
      cli::option("--chip", "CHIP,...", "chips to compile for (default: all that there are)", split(addChip))
          .suggesting(chips)
          .repeated(),
      cli::option("--device", "", "where graphs run", campaign.environment.device)
          .oneOf({"cpu", "cuda"})
          .defaultsTo("cpu"),
      cli::number("--limit", "SECONDS", "processor time for one check", 0, INT32_MAX, campaign.graphSeconds),
      cli::number("--shrink", "N", "most attempts to shrink a fault; 0: do not", 0, INT32_MAX, campaign.shrinkAttempts),
      cli::option("--export", "DIR",
                  "write graphs there as programs of the first --chip, with their data and what they may give",
                  arguments.exportTo),
      cli::option("--inject", "OP[:crash|:hang]",
                  "for tests: graphs with that operation fail, as an error, a crash or a hang", arguments.inject)};
}

static cli::Command declare(Arguments &arguments) {
  CampaignOptions &campaign = arguments.campaign;
  auto setOut = [&campaign](const std::string &folder) {
    campaign.out = folder;
    std::error_code code = sys::fs::create_directories(folder);
    return code ? runtime::Error::make("cannot make folder '", folder, "': ", code.message()) : runtime::Error();
  };
  cli::Command command;
  command.name = "fusion-smith";
  command.usage = "[options]";
  command.summary = "checks the compiler on random graphs";
  command.description = {"Makes random graphs, checks that the compiler treats them as it should, and shrinks those "
                         "where it does not."};
  command.groups = {{"graphs", declareGraphs(arguments)},
                    {"checks", declareChecks(arguments)},
                    {"campaign",
                     {cli::number("--jobs", "N", "processes at a time", 1, INT32_MAX, campaign.jobs),
                      cli::number("--time", "SECONDS", "start no graphs after so long", 0, INT32_MAX, campaign.seconds),
                      cli::option("--out", "DIR", "folder for graphs that fail", setOut)}}};
  command.exitCodes = {{"0", "good"}, {"1", "a check failed"}, {"2", "wrong usage"}};
  command.environment = {{"FUSION_SMITH_STDERR", "set: what checks print on standard error is shown"}};
  command.examples = {{"fusion-smith --list", "the oracles"},
                      {"fusion-smith --count=1000 --out=found", ""},
                      {"fusion-smith --seed=1234 --count=1 --check=verify", "one graph again"},
                      {"fusion-smith --seed=1234 --count=1 --print", "the graph itself"}};
  return command;
}

static void printOracles() {
  for (const Oracle *oracle : getOracles())
    outs() << oracle->getName() << " ("
           << (oracle->getPeriod() ? "one in " + std::to_string(oracle->getPeriod()) : "where --check names it")
           << "): " << oracle->getHelp() << "\n";
}

static void printGraphs(const CampaignOptions &campaign) {
  auto context = createContext();
  for (uint64_t i = campaign.seed; i < campaign.seed + campaign.count; ++i)
    outs() << printGraph(context.get(), Tape::random(i), "seed " + std::to_string(i));
}

int main(int argc, char **argv) {
  Arguments arguments;
  CampaignOptions &campaign = arguments.campaign;
  campaign.environment.device = "cpu";
  cli::Command command = declare(arguments);
  if (std::optional<int> code = parseCommandLine(command, argc, argv))
    return *code;
  if (arguments.list)
    return printOracles(), 0;
  if (!arguments.grow.empty())
    restrictProductions(SmallVector<std::string>(arguments.grow.begin(), arguments.grow.end()));
  if (arguments.printGraphs)
    return printGraphs(campaign), 0;
  if (campaign.environment.chips.empty())
    for (const ChipInfo &chip : getChips())
      campaign.environment.chips.push_back(chip.name.str());
  Injected injected(arguments.inject);
  Exporter exporter(arguments.exportTo, campaign.environment.chips.front());
  if (!arguments.exportTo.empty())
    campaign.checks.push_back({&exporter, 1});
  if (!arguments.inject.empty())
    campaign.checks.push_back({&injected, 1});
  if (campaign.checks.empty())
    for (const Oracle *oracle : getOracles())
      if (oracle->getPeriod() > 0)
        campaign.checks.push_back({oracle, oracle->getPeriod()});
  return runCampaign(campaign, outs()) ? 0 : 1;
}
