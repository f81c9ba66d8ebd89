// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product by cuBLASLt, with what of the epilogue that can do.

#include "fusion/Bench/LtProduct.h"
#include "fusion/Bench/Screening.h"
#include "fusion/Runtime/Tensor.h"

#include <algorithm>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

LtEpilogue LtEpilogue::match(const Problem &problem) {
  const Epilogue &epilogue = problem.epilogue;
  LtEpilogue match;
  if (problem.sumType() != problem.resultType())
    return match;
  if (epilogue.is(match.fused, "bias"))
    match.bias = true, ++match.fused;
  if (epilogue.is(match.fused, "relu"))
    match.relu = true, ++match.fused;
  else if (epilogue.is(match.fused, "gelu"))
    match.gelu = true, ++match.fused;
  else if (epilogue.is(match.fused, "residual"))
    match.residual = true, ++match.fused;
  return match;
}

static int dataType(FusionDType type, bool isUnsigned = false) {
  switch (type) {
  case FUSION_F32:
    return lt::R_32F;
  case FUSION_F16:
    return lt::R_16F;
  case FUSION_I8:
    return isUnsigned ? lt::R_8U : lt::R_8I;
  case FUSION_I32:
    return lt::R_32I;
  case FUSION_F8E4M3FN:
    return lt::R_8F_E4M3;
  case FUSION_F8E5M2:
    return lt::R_8F_E5M2;
  default:
    return lt::R_16BF;
  }
}

Expected<std::unique_ptr<LtProduct>> LtProduct::create(std::shared_ptr<CublasLt> library, const Problem &problem,
                                                       const LtEpilogue &epilogue, FusionDType output, bool fast,
                                                       int algorithms) {
  std::unique_ptr<LtProduct> product(new LtProduct);
  product->library = std::move(library);
  product->epilogue = epilogue;
  if (Error error = product->describe(problem, output, fast))
    return error;
  const CublasLt &blas = *product->library;
  std::vector<lt::HeuristicResult> results(static_cast<size_t>(std::max(algorithms, 1)));
  int found = 0;
  if (Error error = blas.check(blas.api().getHeuristic(blas.handle(), product->desc, product->layoutW, product->layoutA,
                                                       product->layoutD, product->layoutD, product->preference,
                                                       static_cast<int>(results.size()), results.data(), &found),
                               "cublasLtMatmulAlgoGetHeuristic"))
    return error;
  for (int i = 0; i < found; ++i)
    if (results[i].state == 0)
      product->candidates.push_back(results[i].algorithm);
  if (product->candidates.empty())
    return Error::make("cuBLASLt has no algorithm for ", problem.sizes());
  return product;
}

// cuBLASLt's matrices are column-major, so it computes D^T[N,M] = W^T·A^T: our W is its first matrix, N x K after the
// operation, and a bias for each of its rows is one for each of our columns.
Error LtProduct::describe(const Problem &problem, FusionDType output, bool fast) {
  const lt::Api &api = library->api();
  inIntegers = output == FUSION_I32;
  int compute = inIntegers ? lt::Compute32I : fast ? lt::Compute32FFastTF32 : lt::Compute32F;
  if (Error error = library->check(api.descCreate(&desc, compute, inIntegers ? lt::R_32I : lt::R_32F),
                                   "cublasLtMatmulDescCreate"))
    return error;
  if (int8_t enabled = 1; elementSize(problem.typeA()) == 1 && !inIntegers && problem.fast)
    if (Error error = library->check(api.descSet(desc, lt::FastAccumulation, &enabled, sizeof(enabled)),
                                     "cublasLtMatmulDescSetAttribute"))
      return error;
  auto set = [&](int attribute, int value) {
    return library->check(api.descSet(desc, attribute, &value, sizeof(value)), "cublasLtMatmulDescSetAttribute");
  };
  int flags = epilogue.relu ? lt::Relu : epilogue.gelu ? lt::Gelu : epilogue.bias ? 0 : lt::Default;
  for (Error error :
       {set(lt::TransA, problem.weightKN ? lt::OpN : lt::OpT), set(lt::TransB, problem.transposedA ? lt::OpT : lt::OpN),
        set(lt::EpilogueKind, flags | (epilogue.bias ? lt::Bias : 0))})
    if (error)
      return error;
  auto layout = [&](lt::MatrixLayout &target, int type, int64_t rows, int64_t columns) -> Error {
    if (Error error = library->check(
            api.layoutCreate(&target, type, static_cast<uint64_t>(rows), static_cast<uint64_t>(columns), rows),
            "cublasLtMatrixLayoutCreate"))
      return error;
    auto batch = static_cast<int32_t>(problem.batch);
    int64_t offset = rows * columns;
    for (int status : {api.layoutSet(target, lt::BatchCount, &batch, sizeof(batch)),
                       api.layoutSet(target, lt::StridedBatchOffset, &offset, sizeof(offset))})
      if (Error error = library->check(status, "cublasLtMatrixLayoutSetAttribute"))
        return error;
    return {};
  };
  auto oriented = [&](lt::MatrixLayout &target, int type, bool swap, int64_t rows, int64_t columns) {
    return swap ? layout(target, type, columns, rows) : layout(target, type, rows, columns);
  };
  int typeW = dataType(problem.factorType(), problem.isUnsignedW());
  int typeA = dataType(problem.typeA(), problem.isUnsignedA());
  for (Error error : {oriented(layoutW, typeW, problem.weightKN, problem.k, problem.n),
                      oriented(layoutA, typeA, problem.transposedA, problem.k, problem.m),
                      layout(layoutD, dataType(output), problem.n, problem.m),
                      library->check(api.preferenceCreate(&preference), "cublasLtMatmulPreferenceCreate")})
    if (error)
      return error;
  size_t bytes = CublasLt::workspaceBytes;
  return library->check(api.preferenceSet(preference, lt::MaxWorkspaceBytes, &bytes, sizeof(bytes)),
                        "cublasLtMatmulPreferenceSetAttribute");
}

LtProduct::~LtProduct() {
  const lt::Api &api = library->api();
  if (preference)
    api.preferenceDestroy(preference);
  for (lt::MatrixLayout layout : {layoutW, layoutA, layoutD})
    if (layout)
      api.layoutDestroy(layout);
  if (desc)
    api.descDestroy(desc);
}

Error LtProduct::call(size_t algorithm, const LtOperands &operands, Stream stream) {
  const lt::Api &api = library->api();
  if (epilogue.bias)
    if (Error error = library->check(api.descSet(desc, lt::BiasPointer, &operands.bias, sizeof(operands.bias)),
                                     "cublasLtMatmulDescSetAttribute"))
      return error;
  float alpha = 1, beta = epilogue.residual ? 1 : 0;
  int32_t one = 1, none = 0;
  const void *ofProduct = &alpha, *ofResidual = &beta;
  if (inIntegers)
    ofProduct = &one, ofResidual = &none;
  return library->check(api.matmul(library->handle(), desc, ofProduct, operands.w, layoutW, operands.a, layoutA,
                                   ofResidual, epilogue.residual ? operands.residual : operands.d, layoutD, operands.d,
                                   layoutD, &candidates[algorithm], library->workspace(), CublasLt::workspaceBytes,
                                   stream),
                        "cublasLtMatmul");
}

Error LtProduct::choose(Device &device, int sets, const std::function<LtOperands(int)> &operands, bool quick) {
  std::vector<size_t> alive;
  Error refusal;
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (Error error = call(i, operands(0), nullptr)) {
      refusal = error;
      continue;
    }
    if (Error error = device.synchronize())
      return error;
    alive.push_back(i);
  }
  if (alive.empty())
    return Error::make("none of cuBLASLt's ", candidates.size(), " algorithms runs: ", refusal.message());
  triedCount = static_cast<int>(alive.size());
  best = alive.front();
  if (alive.size() == 1)
    return {};
  std::vector<Contestant> contestants;
  contestants.reserve(alive.size());
  for (size_t i : alive)
    contestants.push_back(
        {"cuBLASLt", sets, [this, i, &operands](int set, Stream stream) { return call(i, operands(set), stream); }});
  auto ranking = screen(device, contestants, {{quick ? 1 : 2, 4}, {quick ? 3 : 5, 1}});
  if (!ranking)
    return ranking.takeError();
  best = alive[ranking->order.front()];
  return {};
}
