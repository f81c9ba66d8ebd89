// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Runtime/CommandLine.h"
#include "../Support/Errors.h"

#include <sstream>

using namespace fusion;
using namespace fusion::runtime;

namespace {
/// A small command line and what it fills.
struct Tool {
  Tool() {
    command.name = "tool";
    command.usage = "FILE [options]";
    command.summary = "does what a tool does";
    command.groups = {{"options",
                       {cli::option("--color", "", "of the result", color).oneOf({{"red", "warm"}, {"blue", "cold"}}),
                        cli::option("--place", "here|DIR", "where `it` goes", place).suggesting({"here"}),
                        cli::option("--level", "N", "how much", level).orNothing().defaultsTo("3"),
                        cli::boolean("--careful", "slowly", careful), cli::flag("--quiet", "say nothing", quiet)}}};
    command.argument = [this](const std::string &text) { return file = text, Error(); };
    command.exitCodes = cli::exitCodes({{"3", "bad weather"}});
  }
  Expected<cli::Given> parse(std::vector<const char *> arguments) {
    arguments.insert(arguments.begin(), "tool");
    return cli::parse(command, static_cast<int>(arguments.size()), arguments.data());
  }

  std::string color, place, level = "?", file;
  bool careful = true, quiet = false;
  cli::Command command;
};
} // namespace

TEST(CommandLine, SettersTakeTheValues) {
  Tool tool;
  auto given = tool.parse({"--color=red", "x", "--place=/tmp", "--level", "--careful=false", "--quiet"});
  ASSERT_TRUE(bool(given));
  EXPECT_EQ(tool.color + tool.place + tool.level + tool.file, "red/tmpx");
  EXPECT_FALSE(tool.careful);
  EXPECT_TRUE(tool.quiet);
  ASSERT_EQ(given->options.size(), 5u);
  EXPECT_EQ(given->options[1]->name, "--place");
}

TEST(CommandLine, ErrorsSayWhatIsExpected) {
  Tool tool;
  EXPECT_ERROR(tool.parse({"--color=green"}).error(), "--color expects red or blue, but is 'green'");
  EXPECT_ERROR(tool.parse({"--careful=maybe"}).error(), "--careful expects true or false, but is 'maybe'");
  EXPECT_ERROR(tool.parse({"--place"}).error(), "--place expects a value: --place=here|DIR");
  EXPECT_ERROR(tool.parse({"--level="}).error(), "--level expects a value: --level=N");
  EXPECT_ERROR(tool.parse({"--quiet=3"}).error(), "--quiet takes no value");
  EXPECT_ERROR(tool.parse({"--colour=red"}).error(), "unknown option '--colour=red' (did you mean --color?)");
  EXPECT_ERROR(tool.parse({"-quiet"}).error(), "(did you mean --quiet?); options begin with --");
  EXPECT_ERROR(tool.parse({"--help=xml"}).error(), "--help expects json, but is 'xml'");
}

TEST(CommandLine, HelpIsPrintedFromTheDeclaration) {
  Tool tool;
  auto given = tool.parse({"--help"});
  std::ostringstream out;
  ASSERT_TRUE(given && cli::answer(tool.command, *given, out));
  EXPECT_EQ(out.str().substr(0, out.str().find("\ngeneral:")), R"(usage: tool FILE [options]

Does what a tool does.

options:
  --color=red|blue      of the result
                          red   warm
                          blue  cold
  --place=here|DIR      where it goes
  --level[=N]           how much (default: 3)
  --careful=true|false  slowly (default: true)
  --quiet               say nothing
)");
  EXPECT_NE(
      out.str().find("\nexit codes:\n  0  good\n  1  a diagnostic was printed\n  2  wrong usage\n  3  bad weather\n"),
      std::string::npos);
}

TEST(CommandLine, DeclarationIsJson) {
  Tool tool;
  auto given = tool.parse({"--help=json"});
  std::ostringstream out;
  ASSERT_TRUE(given && cli::answer(tool.command, *given, out));
  EXPECT_NE(out.str().find(R"({"name": "--place", "value": "here|DIR", "spelling": "--place=here|DIR", )"
                           R"("help": "where `it` goes", "default": "", "optional_value": false, "repeats": false, )"
                           R"("closed": false, "values": [{"name": "here", "help": ""}], "parts": []})"),
            std::string::npos)
      << out.str();
}

TEST(CommandLine, NothingIsAnsweredThatIsNotAsked) {
  Tool tool;
  auto given = tool.parse({"--quiet"});
  std::ostringstream out;
  EXPECT_FALSE(cli::answer(tool.command, *given, out));
  EXPECT_EQ(out.str(), "");
}
