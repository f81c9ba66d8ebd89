// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Hands declared options to LLVM's parser, and its errors back.

#include "fusion/Driver/CommandLine.h"
#include "fusion/Runtime/Runner.h"
#include "fusion/Support/CommandLine.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"
#include <deque>
#include <iostream>
#include <memory>
#include <sstream>
#include <vector>

using namespace llvm;
namespace cli = fusion::runtime::cli;

/// The first error of an option's setter, which LLVM's parser has no use for.
static std::string &firstProblem() {
  static std::string problem;
  return problem;
}

static void take(const cli::Option &option, const std::string &value) {
  fusion::runtime::Error error =
      option.closed && !value.empty() ? cli::checkIsOneOf(option.name, option.values, value) : fusion::runtime::Error();
  if (!error)
    error = option.set(value);
  if (error && firstProblem().empty())
    firstProblem() = error.message();
}

/// LLVM keeps references.
static StringRef keep(std::string text) {
  static std::deque<std::string> texts;
  return texts.emplace_back(std::move(text));
}

/// An option in LLVM's registry, which owns nothing: it stays to the end of the program.
template <typename OptionT, typename... Modifiers> static void addOption(const Modifiers &...modifiers) {
  static std::vector<std::unique_ptr<OptionT>> options;
  options.push_back(std::make_unique<OptionT>(modifiers...));
}

static void registerOption(const cli::Option &option, cl::OptionCategory &category) {
  StringRef name = keep(StringRef(option.name).ltrim('-').str());
  cl::desc help(keep(option.byDefault.empty() ? option.help : option.help + " (default: " + option.byDefault + ")"));
  cl::value_desc value(option.value);
  cl::ValueExpected expected = option.optionalValue ? cl::ValueOptional : cl::ValueRequired;
  auto takeText = cl::callback([&option](const std::string &text) { take(option, text); });
  auto takeBool = cl::callback([&option](const bool &on) {
    if (!option.value.empty())
      take(option, on ? "true" : "false");
    else if (on)
      take(option, "");
  });
  if (option.value.empty() || option.isBoolean())
    addOption<cl::opt<bool>>(name, help, value, cl::cat(category), takeBool);
  else if (option.repeats)
    addOption<cl::list<std::string>>(name, help, value, expected, cl::cat(category), takeText);
  else
    addOption<cl::opt<std::string>>(name, help, value, expected, cl::cat(category), takeText);
}

static bool isAsked(int argc, const char *const *argv, ArrayRef<StringRef> spellings) {
  return std::any_of(argv + 1, argv + argc, [&](StringRef argument) { return is_contained(spellings, argument); });
}

int fusion::reportUsage(const cli::Command &command, StringRef message) {
  WithColor::error(errs(), command.name) << message << " (see --help)\n";
  return fusion::runtime::ExitUsage;
}

std::optional<int> fusion::parseCommandLine(const cli::Command &command, int argc, const char *const *argv) {
  static cl::OptionCategory category(keep(command.name + " options"));
  for (const cli::Group &group : command.groups)
    for (const cli::Option &option : group.options)
      registerOption(option, category);
  if (command.argument)
    addOption<cl::list<std::string>>(cl::Positional, cl::desc(keep(command.usage.substr(0, command.usage.find(' ')))),
                                     cl::cat(category), cl::callback([&command](const std::string &text) {
                                       if (fusion::runtime::Error error = command.argument(text);
                                           error && firstProblem().empty())
                                         firstProblem() = error.message();
                                     }));
  setUpOptions(command.name, &category, [&command](raw_ostream &os) { os << cli::describeAssemblers(command); });
  cli::Given given;
  given.question = isAsked(argc, argv, {"--help", "-help", "--h", "-h"}) ? cli::Given::Help
                   : isAsked(argc, argv, {"--help=json", "-help=json"})  ? cli::Given::Declaration
                                                                         : cli::Given::Nothing;
  if (cli::answer(command, given, std::cout))
    return fusion::runtime::ExitGood;
  if (const char *unknown = findUnknownOption(argc, argv))
    return reportUsage(command, cli::refuse(command, unknown).message());
  if (!cl::ParseCommandLineOptions(argc, argv, command.summary, &errs()))
    return fusion::runtime::ExitUsage;
  if (!firstProblem().empty())
    return reportUsage(command, firstProblem());
  return std::nullopt;
}

std::vector<cli::Word> fusion::compileAndRunEnvironment() {
  std::vector<cli::Word> variables = fusion::runtime::runtimeEnvironment();
  variables.emplace_back("FUSION_CHIP", "the chip that a GPU's code is made for where none is given, if the GPU runs "
                                        "it: the GPU's own if it is not given");
  variables.emplace_back("FUSION_DUMP", "the value of `--dump` where that is not given");
  variables.emplace_back("FUSION_TUNING_DB", "the file of measured schedules of this machine's GPU in place of that in "
                                             "~/.config/fusion/tuning, or off");
  variables.emplace_back("FUSION_HOST_CPU",
                         "the processor that host code is made for, as LLVM names it (x86-64-v3): this machine's if "
                         "it is not given");
  return variables;
}

bool fusion::answerDeclaration(const cli::Command &command, int argc, const char *const *argv) {
  if (isAsked(argc, argv, {"--help=json", "-help=json"})) {
    cli::printDeclaration(command, std::cout);
    return true;
  }
  std::ostringstream rest;
  cli::printRest(command, rest);
  static cl::extrahelp more(keep(rest.str()));
  return false;
}
