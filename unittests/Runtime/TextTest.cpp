// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Runtime/Text.h"
#include "../../lib/Runtime/Json.h"
#include "../Support/Errors.h"

#include <clocale>
#include <filesystem>
#include <fstream>
#include <locale>
#include <sstream>
#include <unistd.h>

using namespace fusion;
using namespace fusion::runtime;

TEST(Text, TextForTerminals) {
  EXPECT_EQ(printable("a\x1b[31mred\x07\x7f"), "a\\1B[31mred\\07\\7F");
  EXPECT_EQ(printable("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m \x9b"),
            "\\C2\\9B31m \\9B"); // CSI, in UTF-8 and as a byte
  EXPECT_EQ(printable("one\ntwo\t\r"), "one\\0Atwo\\09\\0D");
  EXPECT_EQ(printable("one\ntwo\t\r", "\n\t"), "one\ntwo\t\\0D");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\00");
}

TEST(Text, TextAsUtf8) {
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(validUtf8("\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80"), "\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(validUtf8("a\xff\xfez"), "a" + bad + bad + "z");
  EXPECT_EQ(validUtf8("\xe2\x82"), bad);                 // cut off
  EXPECT_EQ(validUtf8("\xc0\xaf"), bad + bad);           // longer than it need be
  EXPECT_EQ(validUtf8("\xed\xa0\x80"), bad + bad + bad); // a surrogate
  EXPECT_EQ(validUtf8("\xf4\x90\x80\x80"), bad + bad + bad + bad);
}

template <typename Value> static std::string json(const Value &value) {
  std::ostringstream out;
  JsonWriter(out).value(value);
  return out.str();
}

TEST(Text, NamesOfFilesThatWereMeant) {
  std::string folder = testing::TempDir() + "text-test-" + std::to_string(getpid()) + "/";
  std::filesystem::create_directory(folder);
  for (const char *name : {"graph.mlir", "weights.npy", "x.npy", "bad\x1bname.mlir"})
    std::ofstream(folder + name) << "";
  auto meant = [&](const std::string &name) { return suggestFile(folder + name); };
  EXPECT_EQ(meant("grahp.mlir"), " (did you mean " + folder + "graph.mlir?)");
  EXPECT_EQ(meant("wieghts.npy"), " (did you mean " + folder + "weights.npy?)");
  EXPECT_EQ(meant("graph"), " (did you mean " + folder + "graph.mlir?)");
  EXPECT_EQ(meant("graph.mlr"), " (did you mean " + folder + "graph.mlir?)");
  EXPECT_EQ(meant("badname.mlir"), " (did you mean " + folder + "bad\\1Bname.mlir?)");
  for (const char *name : {"y.npy", "other.mlir", "", "none/graph.mlir"})
    EXPECT_EQ(meant(name), "") << name;
  std::filesystem::remove_all(folder);
}

TEST(Text, JsonStrings) { EXPECT_EQ(json("a\x1b\"\\\xff"), "\"a\\u001b\\\"\\\\\xef\xbf\xbd\""); }

namespace {
/// Numbers as they are written in German.
struct German : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};
} // namespace

// What programs read is the same in every locale.
static void checkNumbers() {
  EXPECT_EQ(concat(2048, " ", 1.5), "2048 1.5");
  EXPECT_EQ(json(22.7116203), "22.7116203");
  EXPECT_EQ(json(1e-7), "1e-07");
  EXPECT_EQ(json(int64_t(1234567)), "1234567");
}

TEST(Text, NumbersInLocalesOfStreams) {
  checkNumbers();
  std::locale before = std::locale::global(std::locale(std::locale::classic(), new German));
  checkNumbers();
  std::locale::global(before);
}

TEST(Text, NumbersInLocalesOfC) {
  const char *found = std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
  checkNumbers();
  std::setlocale(LC_NUMERIC, "C");
  if (!found)
    std::cout << "de_DE.UTF-8 is not there\n";
}
