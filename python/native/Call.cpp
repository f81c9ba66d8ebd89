// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads a call's tensors, makes its outputs, and puts it on the stream.

#include "Call.h"
#include "InterpreterLock.h"
#include "Numbers.h"

#include <cinttypes>

using namespace fusion::python;

static constexpr uint64_t workspaceAlignment = 256;

/// Puts "input 1: " before the message of the exception that is set.
static bool failAt(const char *kind, int32_t index) {
  PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_Format(type, "%s %d: %S", kind, int(index), value ? value : Py_None);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(trace);
  return false;
}

static bool failPlace(const char *kind, int32_t index, int32_t found, int32_t wanted) {
  auto name = [](int32_t ordinal) { return ordinal == onHost ? "the host" : "a GPU"; };
  if (found == onHost || wanted == onHost)
    PyErr_Format(PyExc_ValueError, "%s %d is in the memory of %s, and the module runs on %s: move one of them", kind,
                 int(index), name(found), name(wanted));
  else
    PyErr_Format(PyExc_ValueError, "%s %d is on cuda:%d, and the module runs on cuda:%d: move it there", kind,
                 int(index), int(found), int(wanted));
  return false;
}

bool Call::readView(PyObject *object, const char *kind, int32_t index, int32_t wanted, View &view) {
  Framework *own = frameworkOf(object);
  if (!own || !own->read(object, wanted, view))
    return failAt(kind, index);
  return view.ordinal == place.ordinal || failPlace(kind, index, view.ordinal, place.ordinal);
}

/// A tensor of the same library with memory of its own, or the tensor where the library has no method for it: the
/// runtime then says what is wrong with it.
static Ref copyOf(PyObject *object) {
  for (const char *method : {"clone", "copy"})
    if (PyObject_HasAttrString(object, method))
      return Ref(PyObject_CallMethod(object, method, nullptr));
  return Ref::share(object);
}

bool Call::readTensor(PyObject *object, int32_t index, const FusionTensorSpec &spec) {
  View *view = &views.emplace_back();
  if (!readView(object, "input", index, spec.dtype, *view))
    return false;
  if (!framework) {
    framework = frameworkOf(object);
    like = object;
  }
  bool isWritten = spec.flags & FUSION_TENSOR_ALIASED;
  if (isWritten && (view->isReadOnly || !view->isRowMajor)) {
    PyErr_Format(PyExc_ValueError, "input %d is written in place, and is %s: copy it first", int(index),
                 view->isReadOnly ? "read-only" : "not row-major");
    return false;
  }
  if (!view->isRowMajor) {
    Ref copy = frameworkOf(object)->makeRowMajor(object);
    view = &views.emplace_back();
    if (!copy || !readView(copy.get(), "input", index, spec.dtype, *view))
      return false;
    owners.push_back(std::move(copy));
  }
  bool isAligned = reinterpret_cast<uintptr_t>(view->tensor.data) % FUSION_PROMISED_ALIGNMENT == 0;
  if ((spec.flags & FUSION_TENSOR_ALIGNED) && !isAligned && !isWritten) { // a part of another tensor, say
    Ref copy = copyOf(object);
    view = &views.emplace_back();
    if (!copy || !readView(copy.get(), "input", index, spec.dtype, *view))
      return false;
    owners.push_back(std::move(copy));
  }
  inputs.push_back(view->tensor);
  key.insert(key.end(), view->tensor.shape, view->tensor.shape + view->tensor.rank);
  key.push_back(FUSION_DYNAMIC + view->tensor.dtype); // no size is as negative: it ends the shape
  return true;
}

bool Call::readNumber(PyObject *object, int32_t index, const FusionTensorSpec &spec) {
  int64_t &word = numbers[index];
  if (!writeNumber(object, spec.dtype, word))
    return failAt("input", index);
  inputs.push_back({&word, spec.dtype, 0, nullptr});
  if (spec.dtype >= FUSION_I1 && spec.dtype <= FUSION_I64)
    key.push_back(word);
  return true;
}

bool Call::readInputs(PyObject *objects) {
  Py_ssize_t count = PySequence_Size(objects);
  if (count < 0)
    return false;
  const FusionEntry &entry = *place.entry;
  if (count != entry.numInputs) {
    PyErr_Format(PyExc_TypeError, "%s takes %d inputs, got %zd", entry.name, int(entry.numInputs), count);
    return false;
  }
  inputs.reserve(count);
  numbers.resize(count);
  for (int32_t i = 0; i < entry.numInputs; ++i) {
    Ref object(PySequence_GetItem(objects, i));
    if (!object)
      return false;
    const FusionTensorSpec &spec = entry.inputs[i];
    bool good = spec.rank == FUSION_SCALAR ? readNumber(object.get(), i, spec) : readTensor(object.get(), i, spec);
    if (!good)
      return false;
    inputObjects.push_back(object.get());
    owners.push_back(std::move(object));
  }
  return true;
}

bool Call::makePlan() {
  if (plan.isMade && plan.key == key) {
    outputDims = plan.outputDims;
    workspaceBytes = plan.workspaceBytes;
    return true;
  }
  const FusionEntry &entry = *place.entry;
  size_t dims = 0;
  for (int32_t i = 0; i < entry.numOutputs; ++i)
    dims += entry.outputs[i].rank;
  outputDims.resize(dims);
  if (fusion_plan(&entry, inputs.data(), outputDims.data(), &workspaceBytes) != 0)
    return failCall();
  plan = {key, outputDims, workspaceBytes, true};
  return true;
}

Ref Call::takeOutput(PyObject *outs, int32_t index, const int64_t *dims) {
  const FusionTensorSpec &spec = place.entry->outputs[index];
  if (outs != Py_None)
    return Ref(PySequence_GetItem(outs, index));
  if (spec.flags & FUSION_TENSOR_ALIASED)
    return Ref::share(inputObjects[spec.alias]);
  FusionTensor prototype = {nullptr, spec.dtype, spec.rank, dims};
  Framework *library = maker();
  made.push_back(index);
  return library ? library->make(prototype, place.ordinal, like) : Ref();
}

bool Call::addOutputs(PyObject *outs) {
  const FusionEntry &entry = *place.entry;
  if (outs != Py_None && PySequence_Size(outs) != entry.numOutputs) {
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "%s gives %d outputs: out= takes as many tensors", entry.name, int(entry.numOutputs));
    return false;
  }
  results = Ref(PyList_New(0));
  const int64_t *dims = outputDims.data();
  for (int32_t i = 0; results && i < entry.numOutputs; ++i) {
    Ref output = takeOutput(outs, i, dims);
    View &view = views.emplace_back();
    if (!output || !readView(output.get(), "output", i, entry.outputs[i].dtype, view))
      return false;
    if (view.isReadOnly || !view.isRowMajor) {
      PyErr_Format(PyExc_ValueError, "output %d is %s: pass another tensor, or none, and a new one is made", int(i),
                   view.isReadOnly ? "read-only" : "not row-major");
      return false;
    }
    if (!framework) { // of no input: the workspace and the stream are of the output's library
      framework = frameworkOf(output.get());
      like = output.get();
    }
    outputs.push_back(view.tensor);
    dims += entry.outputs[i].rank;
    if (PyList_Append(results.get(), output.get()) != 0)
      return false;
  }
  return bool(results);
}

bool Call::makeWorkspace() {
  if (workspaceBytes == 0)
    return true;
  uint64_t bytes = workspaceBytes + workspaceAlignment;
  void *memory = nullptr;
  if (place.ordinal == onHost) {
    hostWorkspace.resize(bytes);
    memory = hostWorkspace.data();
  } else {
    auto size = static_cast<int64_t>(bytes);
    FusionTensor prototype = {nullptr, FUSION_I8, 1, &size};
    Framework *library = maker();
    workspaceOwner = library ? library->make(prototype, place.ordinal, like) : Ref();
    View view;
    if (!workspaceOwner || !readView(workspaceOwner.get(), "workspace", 0, FUSION_I8, view))
      return false;
    memory = view.tensor.data;
  }
  auto address = reinterpret_cast<uintptr_t>(memory);
  workspace = reinterpret_cast<void *>((address + workspaceAlignment - 1) & ~(workspaceAlignment - 1));
  return true;
}

bool Call::findStream(PyObject *stream) {
  if (stream == Py_None)
    return !framework || framework->getStream(place.ordinal, streamAddress);
  if (!PyLong_Check(stream)) {
    PyErr_Format(
        PyExc_TypeError,
        "stream expects the address of a CUDA stream, such as torch.cuda.current_stream().cuda_stream, but is %R",
        stream);
    return false;
  }
  streamAddress = PyLong_AsVoidPtr(stream);
  return !PyErr_Occurred();
}

bool Call::launch() {
  int32_t failed = withoutLock([&] {
    return fusion_call(place.loaded, place.entry, inputs.data(), outputs.data(), workspace, workspaceBytes,
                       streamAddress);
  });
  return failed ? failCall() != nullptr : true;
}

bool Call::handOver() {
  if (made.empty() || !maker()->handsOver())
    return true;
  if (place.ordinal != onHost && withoutLock([&] { return fusion_synchronize(place.loaded, streamAddress); }))
    return failCall() != nullptr;
  for (int32_t index : made) {
    Ref output = maker()->handOver(PyList_GetItem(results.get(), index), like);
    if (!output || PyList_SetItem(results.get(), index, output.release()) != 0)
      return false;
  }
  return true;
}

PyObject *Call::run(PyObject *objects, PyObject *outs, PyObject *stream) {
  bool good = readInputs(objects) && makePlan() && addOutputs(outs) && makeWorkspace() && findStream(stream) &&
              launch() && handOver();
  return good ? results.release() : nullptr;
}
