// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a declaration is printed as: the text of --help, and JSON.

#include "Json.h"
#include "fusion/Runtime/CommandLine.h"
#include "fusion/Runtime/Cubin.h"
#include "fusion/Version.h"

#include <algorithm>
#include <cctype>
#include <ostream>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::runtime::cli;

static constexpr size_t kWidth = 100;
static constexpr size_t kTextColumn = 24; ///< of the options' texts

/// Without the backquotes.
static std::string plain(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '`'), text.end());
  return text;
}

/// Fills lines from `column`, where the first one stands already.
static void fill(std::ostream &out, const std::string &marked, size_t column) {
  std::string text = plain(marked);
  for (size_t room = kWidth - column; text.size() > room;) {
    size_t space = std::min(text.rfind(' ', room), text.find(' ', room));
    if (space == std::string::npos)
      break;
    out << text.substr(0, space) << "\n" << std::string(column, ' ');
    text.erase(0, space + 1);
  }
  out << text << "\n";
}

/// A line, or lines, of two columns.
static void printRow(std::ostream &out, size_t indent, const std::string &name, const std::string &help,
                     size_t column) {
  out << std::string(indent, ' ') << name;
  if (help.empty()) {
    out << "\n";
    return;
  }
  if (indent + name.size() + 1 > column)
    out << "\n" << std::string(column, ' ');
  else
    out << std::string(column - indent - name.size(), ' ');
  fill(out, help, column);
}

/// The texts stand behind the longest name, or from `column` on.
static void printTable(std::ostream &out, size_t indent, const std::vector<Word> &words, size_t column = 0) {
  size_t longest = 0;
  for (const Word &word : words)
    longest = std::max(longest, word.name.size());
  for (const Word &word : words)
    printRow(out, indent, word.name, word.help, column ? column : indent + longest + 2);
}

static void printSection(std::ostream &out, const char *title, const std::vector<Word> &words, size_t column) {
  if (words.empty())
    return;
  out << "\n" << title << ":\n";
  printTable(out, 2, words, column);
}

static std::string spell(const Option &option) {
  if (option.value.empty())
    return option.name;
  const char *separator = option.name.size() == 2 ? " " : "=";
  return option.optionalValue ? concat(option.name, "[=", option.value, "]")
                              : concat(option.name, separator, option.value);
}

static bool isExplained(const std::vector<Word> &words) {
  return std::any_of(words.begin(), words.end(), [](const Word &word) { return !word.help.empty(); });
}

static void printOption(std::ostream &out, const Option &option) {
  std::string help = option.help;
  if (option.repeats)
    help += "; may be repeated";
  if (!option.byDefault.empty())
    help += concat(" (default: ", option.byDefault, ")");
  printRow(out, 2, spell(option), help, kTextColumn);
  if (isExplained(option.values))
    printTable(out, kTextColumn + 2, option.values);
  printTable(out, kTextColumn + 2, option.parts);
}

static void printGroup(std::ostream &out, const Group &group) {
  out << "\n" << group.title << ":\n";
  for (const Option &option : group.options)
    printOption(out, option);
}

void cli::printHelp(const Command &command, std::ostream &out) {
  std::string summary = command.summary;
  summary[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(summary[0])));
  out << "usage: " << command.name << " " << command.usage << "\n\n";
  fill(out, summary + ".", 0);
  printSection(out, "commands", command.commands, 0);
  printSection(out, "arguments", command.arguments, kTextColumn);
  for (const Group &group : command.groups)
    printGroup(out, group);
  printGroup(out, generalOptions());
  printRest(command, out);
}

void cli::printRest(const Command &command, std::ostream &out) {
  printSection(out, "environment", command.environment, 0);
  printSection(out, "exit codes", command.exitCodes, 0);
  if (!command.examples.empty())
    out << "\nexamples:\n";
  for (const Word &example : command.examples)
    printRow(out, 2, example.name, example.help.empty() ? "" : "# " + example.help, 2 * kTextColumn);
}

std::string cli::describeAssemblers(const Command &command) {
  std::string lines;
  if (command.assembles)
    for (const std::string &assembler : describeCubinMakers())
      lines += "assembler: " + assembler + "\n";
  return lines;
}

bool cli::answer(const Command &command, const Given &given, std::ostream &out) {
  if (given.question == Given::Help)
    printHelp(command, out);
  if (given.question == Given::Declaration)
    printDeclaration(command, out);
  if (given.question == Given::Version)
    out << command.name << " " FUSION_VERSION "\n" << describeAssemblers(command);
  return given.question != Given::Nothing;
}

// ---- JSON

static void printWords(JsonWriter &json, const char *key, const std::vector<Word> &words) {
  json.key(key).array([&] {
    for (const Word &word : words)
      json.object([&] {
        json.field("name", word.name);
        json.field("help", word.help);
      });
  });
}

static void printTexts(JsonWriter &json, const char *key, const std::vector<std::string> &texts) {
  json.key(key).array([&] {
    for (const std::string &text : texts)
      json.value(text);
  });
}

static void printOption(JsonWriter &json, const Option &option) {
  json.object([&] {
    json.field("name", option.name);
    json.field("value", option.value);
    json.field("spelling", spell(option));
    json.field("help", option.help);
    json.field("default", option.byDefault);
    json.field("optional_value", option.optionalValue);
    json.field("repeats", option.repeats);
    json.field("closed", option.closed);
    printWords(json, "values", option.values);
    printWords(json, "parts", option.parts);
  });
}

void cli::printDeclaration(const Command &command, std::ostream &out) {
  std::vector<Group> groups = command.groups;
  groups.push_back(generalOptions());
  JsonWriter json(out);
  json.object([&] {
    json.field("name", command.name);
    json.field("version", FUSION_VERSION);
    json.field("usage", command.usage);
    json.field("summary", command.summary);
    printTexts(json, "description", command.description);
    printWords(json, "commands", command.commands);
    printWords(json, "arguments", command.arguments);
    json.field("options_of_llvm", command.optionsOfLLVM);
    json.key("groups").array([&] {
      for (const Group &group : groups)
        json.object([&] {
          json.field("title", group.title);
          json.key("options").array([&] {
            for (const Option &option : group.options)
              printOption(json, option);
          });
        });
    });
    printWords(json, "environment", command.environment);
    printWords(json, "exit_codes", command.exitCodes);
    printWords(json, "examples", command.examples);
    printTexts(json, "see_also", command.seeAlso);
  });
  out << "\n";
}
