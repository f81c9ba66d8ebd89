// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product as what schedules are searched for.

#include "fusion/Bench/Check.h"
#include "fusion/Bench/ProblemGraph.h"
#include "fusion/Bench/TuneSubject.h"

#include <algorithm>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

/// What results of two schedules differ by at most, and less. Logistic functions share reciprocals with a neighbour,
/// which is another one under another schedule (MathExpand.h): a relative error of about 2^-22 then rounds the other
/// way, which makes one unit in the last place (where numbers are relatively closest two are let through); and where a
/// residual cancels the rest, it is what remains of values up to 2^5.
static DeviceKernels::Tolerance toleranceOf(const Problem &problem) {
  bool shares = std::any_of(problem.epilogue.ops().begin(), problem.epilogue.ops().end(),
                            [](const EpilogueOp *op) { return op->ofTanh && std::string_view(op->name) != "tanh"; });
  FusionDType type = problem.resultType();
  if (!shares || type == FUSION_F32)
    return {};
  return {type == FUSION_F16 ? 0x1.02p-10f : 0x1.02p-7f, 0x1p-16f};
}

namespace {
class ProblemSubject : public TuneSubject {
public:
  explicit ProblemSubject(const Problem &problem) : problem(problem) {}

  std::string name() const override { return problem.name(); }
  std::string graph() const override { return problemGraph(problem); }
  std::string precision() const override { return problem.precision(); }

  Error allocate(Session &owner, const BenchmarkOptions &timing,
                 const std::vector<const LoadedProgram *> &programs) override {
    session = &owner;
    auto made = ProblemData::create(session->device(), session->deviceKernels(), problem, timing);
    if (!made)
      return made.takeError();
    data.emplace(std::move(*made));
    uint64_t most = 0;
    for (const LoadedProgram *program : programs)
      most = std::max(most, workspaceBytes(*program, *data));
    return workspaces.allocate(session->device(), most, data->sets());
  }
  int sets() const override { return data->sets(); }
  BenchmarkCall callOf(LoadedProgram &program) override { return makeCall(program, *data, workspaces); }

  Expected<std::string> compareWithLibrary(const BenchmarkCall &call) override {
    if (!session->cublasLt())
      return std::string();
    auto check = checkProblem(*session->device(), session->deviceKernels(), session->cublasLt(), problem, *data, call);
    if (!check)
      return check.takeError();
    return check->good() ? std::string() : concat(check->bad, " elements differ from cuBLASLt's");
  }
  /// On whole numbers.
  Error beginCheck() override {
    if (Error error = data->fill(session->deviceKernels(), RandomData::Integer, 0))
      return error;
    return session->device()->fill(data->result(0), 0xff, static_cast<size_t>(problem.resultBytes()));
  }
  Error keepResults() override {
    return session->device()->copy(data->product(0), data->result(0), static_cast<size_t>(problem.resultBytes()));
  }
  Expected<int64_t> countDifferences() override {
    return session->deviceKernels().countDifferences(data->result(0), data->product(0), problem.resultElements(),
                                                     problem.resultType(), toleranceOf(problem));
  }
  Error endCheck() override { return data->fill(session->deviceKernels(), RandomData::Normal, 0); }

private:
  Problem problem;
  Session *session = nullptr;
  std::optional<ProblemData> data;
  Workspaces workspaces;
};
} // namespace

std::unique_ptr<TuneSubject> bench::makeTuneSubject(const Problem &problem) {
  return std::make_unique<ProblemSubject>(problem);
}
