// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Options as a program declares them, and the parser that works by the declaration.

#include "fusion/Runtime/CommandLine.h"
#include "fusion/Runtime/Text.h"

#include <algorithm>
#include <charconv>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::runtime::cli;

Option &Option::oneOf(std::vector<Word> words) {
  closed = true;
  if (value.empty())
    for (const Word &word : words)
      value += (value.empty() ? "" : "|") + word.name;
  return suggesting(std::move(words));
}

Option &Option::suggesting(std::vector<Word> words) {
  values = std::move(words);
  return *this;
}

bool Option::isBoolean() const { return value == "true|false"; }

Option cli::option(std::string name, std::string value, std::string help, Setter set) {
  Option option;
  option.name = std::move(name);
  option.value = std::move(value);
  option.help = std::move(help);
  option.set = std::move(set);
  return option;
}

Option cli::option(std::string name, std::string value, std::string help, std::string &kept) {
  return option(std::move(name), std::move(value), std::move(help),
                [&kept](const std::string &text) { return kept = text, Error(); });
}

Option cli::boolean(std::string name, std::string help, bool &kept) {
  std::vector<Word> words = {"true", "false"};
  Setter set = [&kept, name, words](const std::string &text) {
    kept = text == "true";
    return checkIsOneOf(name, words, text);
  };
  return option(name, "", std::move(help), std::move(set)).oneOf(words).defaultsTo(kept ? "true" : "false");
}

Option cli::flag(std::string name, std::string help, std::function<void()> set) {
  return option(std::move(name), "", std::move(help), [set = std::move(set)](const std::string &) {
    set();
    return Error();
  });
}

Option cli::flag(std::string name, std::string help, bool &kept) {
  return flag(std::move(name), std::move(help), [&kept] { kept = true; });
}

Error cli::checkIsOneOf(const std::string &name, const std::vector<Word> &words, const std::string &value) {
  std::string names;
  for (const Word &word : words) {
    if (word.name == value)
      return {};
    names += concat(names.empty() ? "" : words.size() == 2 ? " or " : ", ", word.name);
  }
  return Error::make(name, " expects ", words.size() > 2 ? "one of " : "", names, ", but is '", value, "'");
}

Error cli::takeNumber(const std::string &name, const std::string &text, int64_t least, int64_t most, int64_t &number) {
  const char *end = text.data() + text.size();
  auto [stop, code] = std::from_chars(text.data(), end, number);
  if (code == std::errc() && stop == end && number >= least && number <= most)
    return {};
  return Error::make(name, " expects a whole number from ", least, " to ", most, ", got '", text, "'");
}

Group cli::generalOptions() {
  auto none = [](const std::string &) { return Error(); };
  Option help = option("--help", "",
                       "print this text; `json`: the declaration that this text, the man page and the "
                       "completion of shells are made from",
                       none);
  help.oneOf({"json"}).orNothing();
  return {"general", {help, option("--version", "", "print the version", none)}};
}

/// Calls `treat` with each option until it returns true.
template <typename Treat> static void forEachOption(const Command &command, Treat treat) {
  for (const Group &group : command.groups)
    for (const Option &option : group.options)
      if (treat(option))
        return;
}

std::vector<std::string> cli::listNames(const Command &command) {
  std::vector<std::string> names;
  names.reserve(command.commands.size());
  for (const Word &word : command.commands)
    names.push_back(word.name);
  forEachOption(command, [&](const Option &option) { return names.push_back(option.name), false; });
  for (const Option &option : generalOptions().options)
    names.push_back(option.name);
  return names;
}

Error cli::refuse(const Command &command, const std::string &argument) {
  std::string name = argument.substr(0, argument.find('='));
  for (const Word &word : command.elsewhere)
    if (word.name == name)
      return Error::make("unknown option '", argument, "' (", word.help, ")");
  return Error::make("unknown option '", argument, "'", suggest(name, listNames(command)));
}

static Error takeOption(const Option &option, bool hasValue, const std::string &value) {
  if (option.value.empty() && hasValue)
    return Error::make(option.name, " takes no value");
  if (!option.value.empty() && value.empty() && (hasValue || !option.optionalValue))
    return Error::make(option.name, " expects a value: ", option.name, "=", option.value);
  if (option.closed && hasValue)
    if (Error error = checkIsOneOf(option.name, option.values, value))
      return error;
  return option.set(value);
}

/// Takes --help and --version.
static Error takeGeneral(const std::string &name, bool hasValue, const std::string &value, Given &given, bool &taken) {
  for (const Option &option : generalOptions().options)
    if (name == option.name || (name == "-h" && option.name == "--help")) {
      taken = true;
      given.question = option.name == "--version" ? Given::Version : hasValue ? Given::Declaration : Given::Help;
      return takeOption(option, hasValue, value);
    }
  return {};
}

Expected<Given> cli::parse(const Command &command, int argc, const char *const *argv) {
  Given given;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument.size() < 2 || argument[0] != '-') {
      if (Error error = command.argument(argument))
        return error;
      continue;
    }
    size_t equals = argument.find('=');
    bool hasValue = equals != std::string::npos, taken = false;
    std::string name = argument.substr(0, equals), value = hasValue ? argument.substr(equals + 1) : "";
    Error error = takeGeneral(name, hasValue, value, given, taken);
    forEachOption(command, [&](const Option &option) {
      if (taken || option.name != name)
        return taken;
      error = takeOption(option, hasValue, value);
      given.options.push_back(&option);
      return taken = true;
    });
    if (error)
      return error;
    if (!taken) {
      error = refuse(command, argument);
      return argument[1] == '-' ? error : Error::make(error.message(), "; options begin with --");
    }
  }
  return given;
}

std::vector<Word> cli::exitCodes(std::vector<Word> own) {
  const std::vector<Word> common = {{"0", "good"}, {"1", "a diagnostic was printed"}, {"2", "wrong usage"}};
  std::vector<Word> codes;
  for (const Word &word : common)
    if (std::none_of(own.begin(), own.end(), [&](const Word &other) { return other.name == word.name; }))
      codes.push_back(word);
  codes.insert(codes.end(), own.begin(), own.end());
  std::sort(codes.begin(), codes.end(), [](const Word &a, const Word &b) { return a.name < b.name; });
  return codes;
}
