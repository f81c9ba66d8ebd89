// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Check.h"
#include "fusion/Runtime/Runner.h"

using namespace fusion;

static Expected<RunOptions> parse(std::vector<const char *> arguments, std::vector<std::string> extras = {}) {
  arguments.insert(arguments.begin(), "tool");
  return parseRunOptions(static_cast<int>(arguments.size()), arguments.data(), extras);
}

TEST(RunOptionsAreParsed) {
  auto options = parse({"m.so", "--entry=f", "--input=a.npy", "--input=b.npy", "--random=5", "--output=out", "--json",
                        "--dynamic=3,4", "--integers", "--verify", "--numerics=strict"},
                       {"verify", "numerics="});
  CHECK(options);
  CHECK(options->module == "m.so" && options->entry == "f" && options->inputs.size() == 2);
  CHECK(options->random && options->seed == 5 && options->json && !options->bench);
  CHECK(options->dynamicSizes == std::vector<int64_t>({3, 4}));
  CHECK(options->randomKind == RandomKind::Integer);
  CHECK(options->extra.count("verify") && options->extra["numerics"] == "strict");
}

TEST(RunOptionsRefuseNonsense) {
  CHECK_ERROR(parse({}).error(), "no module given");
  CHECK_ERROR(parse({"a", "b"}).error(), "more than one module: 'a' and 'b'");
  CHECK_ERROR(parse({"a", "--nonsense"}).error(), "unknown option '--nonsense'");
  CHECK_ERROR(parse({"a", "--verify"}).error(), "unknown option '--verify'");
  CHECK_ERROR(parse({"a", "--random=x"}).error(), "--random expects a whole number, got 'x'");
  CHECK_ERROR(parse({"a", "--random=99999999999999999999"}).error(), "--random expects a whole number");
  CHECK_ERROR(parse({"a", "--dynamic=3,"}).error(), "--dynamic expects sizes");
  CHECK_ERROR(parse({"a", "--entry="}).error(), "--entry expects a value");
  CHECK_ERROR(parse({"a", "-bench"}).error(), "unknown option '-bench' (did you mean --bench?); options begin with --");
  CHECK_ERROR(parse({"a", "--entry"}).error(), "--entry expects a value");
  CHECK_ERROR(parse({"a", "--nonsense="}).error(), "unknown option '--nonsense='");
  CHECK_ERROR(parse({"a", "--bench=3"}).error(), "unknown option '--bench=3'");
  CHECK_ERROR(parse({"a", "--device=tpu"}).error(), "unknown device 'tpu': auto, cuda or cpu are expected");
  CHECK(parse({"--help"}));
}
