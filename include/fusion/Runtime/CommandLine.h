// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The command line of a program, declared once: it is parsed by its declaration, and --help is printed from it. What
// --help=json prints is made into the man page, the completion of shells and the reference page. No LLVM.

#ifndef FUSION_RUNTIME_COMMANDLINE_H
#define FUSION_RUNTIME_COMMANDLINE_H

#include "fusion/Runtime/Error.h"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace fusion::runtime::cli {

/// A word of a command line and what it means: a value, a command, an exit code, a variable of the environment, an
/// example. In texts, what stands in `backquotes` is to be typed.
struct Word {
  Word(const char *name, const char *help = "") : name(name), help(help) {}
  Word(std::string name, std::string help = "") : name(std::move(name)), help(std::move(help)) {}
  std::string name, help;
};

struct Option {
  std::string name;           ///< "--emit" or "-o"
  std::string value;          ///< what stands for its value: "FILE", "on|off|DIR"; empty: it takes none
  std::string help;           ///< no capital, no full stop
  std::string byDefault;      ///< empty: the help says it, or there is nothing to say
  std::vector<Word> values;   ///< those that can be named
  bool closed = false;        ///< there are no other values
  bool optionalValue = false; ///< the value may be left out
  bool repeats = false;       ///< it may be given several times
  std::vector<Word> parts;    ///< what a value is made of: rows of a table
  unsigned uses = ~0u;        ///< where it does something: bits of the program's own
  /// Takes the value, "" where there is none. The error is a usage message.
  std::function<Error(const std::string &value)> set;

  Option &oneOf(std::vector<Word> words);      ///< closed; without a `value` this becomes "a|b|c"
  Option &suggesting(std::vector<Word> words); ///< not closed
  Option &orNothing() { return optionalValue = true, *this; }
  Option &repeated() { return repeats = true, *this; }
  Option &defaultsTo(std::string text) { return byDefault = std::move(text), *this; }
  Option &madeOf(std::vector<Word> rows) { return parts = std::move(rows), *this; }
  Option &usedBy(unsigned bits) { return uses = bits, *this; }

  /// Whether the value is true or false.
  bool isBoolean() const;
};

using Setter = std::function<Error(const std::string &value)>;

Option option(std::string name, std::string value, std::string help, Setter set);
/// Keeps the value.
Option option(std::string name, std::string value, std::string help, std::string &kept);
/// "--name=true" or "--name=false".
Option boolean(std::string name, std::string help, bool &kept);
/// A whole number from `least` to `most`; the default is what `kept` holds, unless that is 0: then there is none.
template <typename T>
Option number(std::string name, std::string value, std::string help, int64_t least, int64_t most, T &kept);
/// No value.
Option flag(std::string name, std::string help, std::function<void()> set);
/// No value: sets `kept`.
Option flag(std::string name, std::string help, bool &kept);

/// "NAME expects one of A, B, C, but is 'VALUE'", or nothing where it is one of them.
Error checkIsOneOf(const std::string &name, const std::vector<Word> &words, const std::string &value);

struct Group {
  std::string title;
  std::vector<Option> options;
};

struct Command {
  std::string name;
  std::string usage;                    ///< what stands behind the name: "IN.mlir [options]"
  std::string summary;                  ///< no capital, no full stop: "runs a compiled graph"
  std::vector<std::string> description; ///< paragraphs
  std::vector<Word> commands;           ///< words that say what is to be done, if the program has such
  std::vector<Word> arguments;          ///< what is no option: files
  std::vector<Group> groups;            ///< --help and --version are added
  std::vector<Word> environment;        ///< variables that are read
  std::vector<Word> exitCodes;
  std::vector<Word> examples;       ///< command lines
  std::vector<std::string> seeAlso; ///< programs
  /// Options of the other programs, and what serves here in their place: errors about them say it.
  std::vector<Word> elsewhere;
  /// Takes what is no option. Null: LLVM's parser does that (fusion/Support/CommandLine.h).
  Setter argument;
  /// Options stand in LLVM's registry, not here, as in programs whose parser is upstream's.
  bool optionsOfLLVM = false;
  /// PTX may be assembled: --version names the assemblers that were found.
  bool assembles = false;
};

/// What was given.
struct Given {
  enum Question { Nothing, Help, Declaration, Version };
  Question question = Nothing; ///< --help, --help=json or --version: to be answered in place of all else
  std::vector<const Option *> options;
};

/// Parses "--name=value", "--name" and arguments. The error is a usage message.
Expected<Given> parse(const Command &command, int argc, const char *const *argv);

/// A line for each assembler that was found, in the order of preference, if the program assembles: its name, release
/// and place.
std::string describeAssemblers(const Command &command);

/// Answers --help, --help=json and --version. False if that was not asked for.
bool answer(const Command &command, const Given &given, std::ostream &out);

/// The names of all options and commands.
std::vector<std::string> listNames(const Command &command);

/// The error of an option that there is not, with the one that was meant.
Error refuse(const Command &command, const std::string &argument);

/// "0: good", "1: a diagnostic was printed", "2: wrong usage", and those that are given, which go before.
std::vector<Word> exitCodes(std::vector<Word> own = {});

/// The group of --help and --version, which each program has.
Group generalOptions();

void printHelp(const Command &command, std::ostream &out);
/// What stands below the options in a help text: environment, exit codes and examples.
void printRest(const Command &command, std::ostream &out);
/// As JSON.
void printDeclaration(const Command &command, std::ostream &out);

/// Takes a whole number from `least` to `most`.
Error takeNumber(const std::string &name, const std::string &text, int64_t least, int64_t most, int64_t &number);

template <typename T>
Option number(std::string name, std::string value, std::string help, int64_t least, int64_t most, T &kept) {
  Setter set = [=, &kept](const std::string &text) {
    int64_t number = 0;
    Error error = takeNumber(name, text, least, most, number);
    kept = static_cast<T>(number);
    return error;
  };
  return option(name, std::move(value), std::move(help), std::move(set)).defaultsTo(kept ? std::to_string(kept) : "");
}

} // namespace fusion::runtime::cli

#endif // FUSION_RUNTIME_COMMANDLINE_H
