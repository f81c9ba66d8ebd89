// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One call of an entry with Python's objects.

#ifndef FUSION_PYTHON_CALL_H
#define FUSION_PYTHON_CALL_H

#include "Tensors.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace fusion::python {

/// The sizes that an entry gave for the sizes of its inputs, kept from one call to the next: most calls repeat.
struct Plan {
  std::vector<int64_t> key;        ///< the inputs' sizes, and numbers that may be sizes
  std::vector<int64_t> outputDims; ///< of all outputs, one after the other
  uint64_t workspaceBytes = 0;
  bool isMade = false;
};

/// Where a call runs.
struct Place {
  FusionLoaded *loaded;
  const FusionEntry *entry;
  int32_t ordinal; ///< of the GPU, or onHost
};

class Call {
public:
  Call(const Place &place, Plan &plan) : place(place), plan(plan) {}

  /// The outputs, new ones or those of `outs` (None or a sequence), as a list. `stream` is None for the one that the
  /// tensors' library works on, or its address.
  PyObject *run(PyObject *inputs, PyObject *outs, PyObject *stream);

private:
  bool readInputs(PyObject *inputs);
  bool readTensor(PyObject *object, int32_t index, const FusionTensorSpec &spec);
  bool readNumber(PyObject *object, int32_t index, const FusionTensorSpec &spec);
  bool makePlan();
  bool addOutputs(PyObject *outs);
  Ref takeOutput(PyObject *outs, int32_t index, const int64_t *dims);
  bool readView(PyObject *object, const char *kind, int32_t index, int32_t wanted, View &view);
  bool makeWorkspace();
  bool findStream(PyObject *stream);
  bool launch();
  bool handOver();
  /// The library that makes outputs and memory.
  Framework *maker() { return framework ? framework : numpyFramework(); }

  const Place place;
  Plan &plan;
  Framework *framework = nullptr; ///< of the first tensor
  PyObject *like = nullptr;       ///< that tensor
  std::deque<View> views;         ///< a deque: tensors point into them
  std::vector<Ref> owners;
  std::vector<PyObject *> inputObjects;
  std::vector<int32_t> made; ///< the numbers of new outputs
  std::vector<FusionTensor> inputs, outputs;
  std::vector<int64_t> key, numbers;
  // This call's own: another thread may change the plan wherever Python code runs or the lock is released.
  std::vector<int64_t> outputDims;
  uint64_t workspaceBytes = 0;
  Ref results, workspaceOwner;
  std::vector<char> hostWorkspace;
  void *workspace = nullptr, *streamAddress = nullptr;
};

} // namespace fusion::python

#endif // FUSION_PYTHON_CALL_H
