// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Support/Errors.h"
#include "fusion/Runtime/Runner.h"

using namespace fusion;
using namespace fusion::runtime;

static Expected<RunOptions> parse(std::vector<const char *> arguments) {
  arguments.insert(arguments.begin(), "tool");
  RunOptions options;
  cli::Command command;
  command.groups = declareRunOptions(options);
  command.argument = takeModule(options);
  auto given = parseRunOptions(command, options, static_cast<int>(arguments.size()), arguments.data());
  if (!given)
    return given.takeError();
  return options;
}

TEST(RunOptions, RunOptionsAreParsed) {
  auto options = parse({"m.so", "--entry=f", "--input=a.npy", "--input=b.npy", "--random=5", "--output=out", "--json",
                        "--dynamic=3,4", "--integers"});
  EXPECT_TRUE(options);
  EXPECT_EQ(options->module, "m.so");
  EXPECT_EQ(options->entry, "f");
  EXPECT_EQ(options->inputs.size(), 2);
  ASSERT_TRUE(options->random);
  EXPECT_EQ(options->seed, 5);
  ASSERT_TRUE(options->json);
  EXPECT_FALSE(options->bench);
  EXPECT_EQ(options->dynamicSizes, std::vector<int64_t>({3, 4}));
  EXPECT_EQ(options->randomKind, RandomKind::Integer);
}

TEST(RunOptions, RunOptionsRefuseNonsense) {
  EXPECT_ERROR(parse({}).error(), "no module given");
  EXPECT_ERROR(parse({"a", "b"}).error(), "more than one module: 'a' and 'b'");
  EXPECT_ERROR(parse({"a", "--nonsense"}).error(), "unknown option '--nonsense'");
  EXPECT_ERROR(parse({"a", "--verify"}).error(), "unknown option '--verify'");
  EXPECT_ERROR(parse({"a", "--random=x"}).error(), "--random expects a whole number, got 'x'");
  EXPECT_ERROR(parse({"a", "--random=99999999999999999999"}).error(), "--random expects a whole number");
  EXPECT_ERROR(parse({"a", "--dynamic=3,"}).error(), "--dynamic expects sizes");
  EXPECT_ERROR(parse({"a", "--entry="}).error(), "--entry expects a value: --entry=NAME");
  EXPECT_ERROR(parse({"a", "-bench"}).error(),
               "unknown option '-bench' (did you mean --bench?); options begin with --");
  EXPECT_ERROR(parse({"a", "--entry"}).error(), "--entry expects a value");
  EXPECT_ERROR(parse({"a", "--nonsense="}).error(), "unknown option '--nonsense='");
  EXPECT_ERROR(parse({"a", "--bench=3"}).error(), "--bench takes no value");
  EXPECT_ERROR(parse({"a", "--device=tpu"}).error(), "--device expects one of auto, cuda, cpu, but is 'tpu'");
  EXPECT_ERROR(parse({"a", "--device=reference"}).error(), "--device=reference needs fusion-run");
  EXPECT_TRUE(parse({"--help"}));
}
