// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The extension fusion._native: the C libraries of the compiler and of the runtime for Python.

#include "InterpreterLock.h"
#include "Node.h"
#include "Tensors.h"

#include <string>

using namespace fusion::python;

PyObject *fusion::python::compileError, *fusion::python::callError;

PyObject *fusion::python::failCall() {
  PyErr_SetString(callError, fusion_last_error());
  return nullptr;
}

static PyObject *setCache(PyObject *, PyObject *place) {
  const char *text = PyUnicode_AsUTF8AndSize(place, nullptr);
  if (!text)
    return nullptr;
  if (fusion_set_cache(text) != 0) {
    PyErr_SetString(PyExc_ValueError, fusion_last_error());
    return nullptr;
  }
  Py_RETURN_NONE;
}

static PyObject *beginTrace(PyObject *, PyObject *) {
  if (fusion_trace_begin() != 0)
    return failCall();
  Py_RETURN_NONE;
}

static PyObject *endTrace(PyObject *, PyObject *path) {
  const char *text = path == Py_None ? nullptr : PyUnicode_AsUTF8AndSize(path, nullptr);
  if (!text && path != Py_None)
    return nullptr;
  if (withoutLock([&] { return fusion_trace_end(text); }))
    return failCall();
  Py_RETURN_NONE;
}

static PyObject *deviceOf(PyObject *, PyObject *tensor) {
  View view;
  Framework *framework = frameworkOf(tensor);
  if (!framework)
    return nullptr;
  bool isKnown = framework == numpyFramework(); // arrays are on the host, whatever their type
  PyErr_Clear();
  if (!isKnown && !framework->read(tensor, anyType, view))
    return nullptr;
  return PyLong_FromLong(view.ordinal);
}

/// Adds all that a call may depend on of a tensor but its data; of None, that there is none.
static bool addToKey(PyObject *tensor, std::string &key) {
  auto add = [&key](const auto *data, size_t count) {
    key.append(reinterpret_cast<const char *>(data), count * sizeof(*data));
  };
  if (tensor == Py_None) {
    key.push_back('-');
    return true;
  }
  View view;
  Framework *framework = frameworkOf(tensor);
  if (!framework || !framework->read(tensor, anyType, view))
    return false;
  const int32_t facts[] = {view.elementKind, view.ordinal, view.tensor.rank, framework == numpyFramework()};
  add(facts, 4);
  add(view.shape.data(), view.tensor.rank);
  add(view.strides.data(), view.tensor.rank);
  return true;
}

static PyObject *keyOf(PyObject *, PyObject *const *tensors, Py_ssize_t count) {
  std::string key;
  key.reserve(256);
  for (Py_ssize_t i = 0; i < count; ++i)
    if (!addToKey(tensors[i], key))
      return nullptr;
  return PyBytes_FromStringAndSize(key.data(), static_cast<Py_ssize_t>(key.size()));
}

static constexpr const char *compileErrorText = R"(A graph that cannot be compiled: the compiler's errors.

>>> fusion.compile("func.func @f(%x: tensor<4xf32) { return }")
Traceback (most recent call last):
...
fusion.CompileError: graph.mlir:1:30: error: expected '>' in tensor type
<BLANKLINE>
)";

static constexpr const char *callErrorText = R"(A call that the runtime refused, or that failed.

>>> module = fusion.compile("func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }", "cpu")
>>> module(np.zeros(5, "f"))
Traceback (most recent call last):
...
fusion.CallError: input 0: expected 4xf32, got 5xf32
)";

/// An exception of the package, named fusion.NAME.
static bool addException(PyObject *module, const char *name, const char *doc, PyObject *base, PyObject *&exception) {
  exception = PyErr_NewExceptionWithDoc(name, doc, base, nullptr);
  const char *shortName = name + sizeof("fusion.") - 1;
  return exception && PyModule_AddObjectRef(module, shortName, exception) == 0;
}

/// A row of the module's table for a function that takes its arguments as an array.
static PyMethodDef fast(const char *name, PyObject *(*function)(PyObject *, PyObject *const *, Py_ssize_t),
                        const char *doc) {
  return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)), METH_FASTCALL, doc};
}

PyMODINIT_FUNC PyInit__native(void) {
  static PyMethodDef functions[] = {
      fast("compile", compile,
           "compile(source, name, bytecode, options, kinds)\n--\n\nCompiles a graph once into each of the kinds; see "
           "the stubs."),
      {"report_page", reportPage, METH_O,
       "report_page(report, /)\n--\n\nThe page of a report in JSON, as HTML; ValueError if it is none."},
      {"check_options", checkOptions, METH_O,
       "check_options(options, /)\n--\n\nValueError for an option that is not known or does not take its value."},
      {"device_of", deviceOf, METH_O,
       "device_of(tensor, /)\n--\n\nThe number of the GPU that the tensor is on, or -1 for the host."},
      fast("key_of", keyOf,
           "key_of(*tensors)\n--\n\nElement types, shapes, strides and devices, as bytes; None for no tensor."),
      fast("set_array", setArray,
           "set_array(type, flags, describe, infer, /)\n--\n\nThe class of nodes; see the stubs."),
      {"input_of", inputOf, METH_O, "input_of(tensor, /)\n--\n\nA node for a tensor; a node is given back."},
      fast("types_of", typesOf, "types_of(objects, kinds, /)\n--\n\nThe types of tensors; see the stubs."),
      fast("apply_op", applyOp, "apply_op(operation, *operands)\n--\n\nThe node of an operation on nodes, or None."),
      fast("trace", trace, "trace(last, *roots)\n--\n\n(structure, inputs, values) of expressions; see the stubs."),
      fast("run_known", runKnown,
           "run_known(known, root, stream, last, /)\n--\n\nComputes an expression; see the stubs."),
      {"check_gradients", checkGradients, METH_O,
       "check_gradients(tensors, /)\n--\n\nValueError where a tensor of PyTorch requires a gradient."},
      {"set_cache", setCache, METH_O,
       "set_cache(place, /)\n--\n\nWhere assembled machine code is kept: 'on', 'off' or a folder."},
      {"begin_trace", beginTrace, METH_NOARGS, "begin_trace()\n--\n\nNotes phases and launches from here on."},
      {"end_trace", endTrace, METH_O, "end_trace(path, /)\n--\n\nWrites what was noted, or drops it for None."},
      {"bytes_beside", bytesBeside, METH_VARARGS,
       "bytes_beside(tensor, count, /)\n--\n\nBytes in the memory of a tensor; see the stubs."},
      {"set_libraries", setLibraries, METH_O,
       "set_libraries(function, /)\n--\n\nWho describes libraries of tensors: function(tensor); see the stubs."},
      {nullptr, nullptr, 0, nullptr}};
  static PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                   "fusion._native",
                                   "The C libraries of the compiler and of the runtime.",
                                   -1,
                                   functions,
                                   nullptr,
                                   nullptr,
                                   nullptr,
                                   nullptr};
  Ref module(PyModule_Create(&definition));
  if (!module || !waitAtExit() ||
      !addException(module.get(), "fusion.CompileError", compileErrorText, PyExc_RuntimeError, compileError) ||
      !addException(module.get(), "fusion.CallError", callErrorText, PyExc_RuntimeError, callError) ||
      !addCodeType(module.get()) || !addNodeType(module.get()) || !addProgramTypes(module.get()) ||
      PyModule_AddStringConstant(module.get(), "version", fusion_version()) != 0)
    return nullptr;
  return module.release();
}
