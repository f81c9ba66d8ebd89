// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// _native.compile, and the type Code: a compiled module in this process.

#include "InterpreterLock.h"

#include <memory>
#include <string>
#include <vector>

using namespace fusion::python;

namespace {
struct Code {
  PyObject_HEAD FusionResult *result;
};

struct KindRow {
  const char *name;
  int32_t emit;
  bool isText;
};

struct SessionDeleter {
  void operator()(FusionSession *session) const { fusion_session_destroy(session); }
};
struct SourceDeleter {
  void operator()(FusionSource *source) const { fusion_source_destroy(source); }
};

/// The results of one compile.
struct Results {
  explicit Results(size_t count) : list(count) {}
  ~Results() {
    for (FusionResult *result : list)
      fusion_result_destroy(result);
  }
  std::vector<FusionResult *> list;
};
} // namespace

static PyTypeObject *codeType;

static constexpr KindRow kindTable[] = {
    {"fusion", FUSION_EMIT_FUSION, true}, {"gpu", FUSION_EMIT_GPU, true},       {"nvvm", FUSION_EMIT_NVVM, true},
    {"llvm", FUSION_EMIT_LLVM, true},     {"ptx", FUSION_EMIT_PTX, true},       {"cubin", FUSION_EMIT_CUBIN, false},
    {"so", FUSION_EMIT_SO, false},        {"report", FUSION_EMIT_REPORT, true}, {"module", FUSION_EMIT_MODULE, false}};

static const KindRow *findKind(PyObject *name) {
  const char *text = PyUnicode_AsUTF8AndSize(name, nullptr);
  if (!text)
    return nullptr;
  for (const KindRow &row : kindTable)
    if (std::string(row.name) == text)
      return &row;
  PyErr_Format(PyExc_ValueError, "no kind of result '%s'", text);
  return nullptr;
}

/// Sets each of a sequence of pairs of strings.
static bool setOptions(FusionSession *session, PyObject *options) {
  Py_ssize_t count = PySequence_Size(options);
  for (Py_ssize_t i = 0; i < count; ++i) {
    Ref pair(PySequence_GetItem(options, i));
    const char *name = nullptr, *value = nullptr;
    Ref tuple(pair ? PySequence_Tuple(pair.get()) : nullptr);
    if (!tuple || !PyArg_ParseTuple(tuple.get(), "ss", &name, &value))
      return false;
    if (fusion_session_set_option(session, name, value) != 0) {
      PyErr_SetString(PyExc_ValueError, fusion_session_errors(session));
      return false;
    }
  }
  return count >= 0;
}

/// Keeps warnings; errors are the session's.
static void keepWarning(const FusionDiagnostic *diagnostic, void *user) {
  if (diagnostic->severity == FUSION_WARNING)
    static_cast<std::string *>(user)->append(diagnostic->message).append("\n");
}

/// Text, bytes, or a Code, which takes the result.
static PyObject *wrap(FusionResult *&result, const KindRow &kind) {
  const char *data = static_cast<const char *>(fusion_result_data(result));
  auto size = static_cast<Py_ssize_t>(fusion_result_size(result));
  if (kind.emit != FUSION_EMIT_MODULE)
    return kind.isText ? PyUnicode_DecodeUTF8(data, size, "replace") : PyBytes_FromStringAndSize(data, size);
  auto *code = PyObject_New(Code, codeType);
  if (code)
    code->result = std::exchange(result, nullptr);
  return reinterpret_cast<PyObject *>(code);
}

PyObject *fusion::python::compile(PyObject *, PyObject *const *args, Py_ssize_t count) {
  if (count != 5) {
    PyErr_SetString(PyExc_TypeError, "compile(source, name, bytecode, options, kinds)");
    return nullptr;
  }
  char *text = nullptr;
  Py_ssize_t size = 0;
  const char *name = PyUnicode_AsUTF8AndSize(args[1], nullptr);
  int bytecode = PyObject_IsTrue(args[2]);
  if (!name || bytecode < 0 || PyBytes_AsStringAndSize(args[0], &text, &size) != 0)
    return nullptr;
  std::unique_ptr<FusionSession, SessionDeleter> session(fusion_session_create());
  if (!setOptions(session.get(), args[3]))
    return nullptr;
  std::vector<const KindRow *> kinds;
  std::vector<int32_t> emits;
  Py_ssize_t kindCount = PySequence_Size(args[4]);
  for (Py_ssize_t i = 0; i < kindCount; ++i) {
    Ref item(PySequence_GetItem(args[4], i));
    const KindRow *row = item ? findKind(item.get()) : nullptr;
    if (!row)
      return nullptr;
    kinds.push_back(row);
    emits.push_back(row->emit);
  }
  std::string warnings;
  fusion_session_on_diagnostic(session.get(), keepWarning, &warnings);
  std::unique_ptr<FusionSource, SourceDeleter> source(
      fusion_source_create(text, size, name, bytecode ? FUSION_BYTECODE : FUSION_TEXT));
  Results results(kinds.size());
  int32_t failed = withoutLock([&] {
    return fusion_compile_all(session.get(), source.get(), emits.data(), static_cast<int32_t>(emits.size()),
                              results.list.data());
  });
  if (failed) {
    PyErr_SetString(compileError, fusion_session_errors(session.get()));
    return nullptr;
  }
  Ref list(PyList_New(0));
  for (size_t i = 0; list && i < kinds.size(); ++i) {
    Ref item(wrap(results.list[i], *kinds[i]));
    if (!item || PyList_Append(list.get(), item.get()) != 0)
      return nullptr;
  }
  return list ? Py_BuildValue("(Os)", list.get(), warnings.c_str()) : nullptr;
}

PyObject *fusion::python::checkOptions(PyObject *, PyObject *options) {
  std::unique_ptr<FusionSession, SessionDeleter> session(fusion_session_create());
  if (!setOptions(session.get(), options))
    return nullptr;
  Py_RETURN_NONE;
}

const FusionModule *fusion::python::moduleOf(PyObject *code) {
  if (Py_TYPE(code) == codeType)
    return fusion_result_module(reinterpret_cast<Code *>(code)->result);
  PyErr_SetString(PyExc_TypeError, "expected a Code, a result of the kind 'module'");
  return nullptr;
}

static void destroyCode(PyObject *self) {
  fusion_result_destroy(reinterpret_cast<Code *>(self)->result);
  PyTypeObject *type = Py_TYPE(self);
  PyObject_Free(self);
  Py_DECREF(type);
}

static PyObject *getPTX(PyObject *self, void *) {
  const FusionModule *module = moduleOf(self);
  std::string text;
  for (int32_t i = 0; i < module->numImages; ++i)
    text.append(module->images[i].ptx, module->images[i].ptxSize);
  return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
}

static PyObject *getKernels(PyObject *self, void *) {
  const FusionModule *module = moduleOf(self);
  Ref names(PyTuple_New(module->numKernels));
  for (int32_t i = 0; names && i < module->numKernels; ++i)
    PyTuple_SetItem(names.get(), i, PyUnicode_FromString(module->kernels[i].name));
  return names.release();
}

static PyObject *getDevice(PyObject *self, void *) {
  return PyUnicode_FromString(moduleOf(self)->device == FUSION_CUDA ? "cuda" : "cpu");
}

bool fusion::python::addCodeType(PyObject *module) {
  static PyGetSetDef properties[] = {
      {"ptx", getPTX, nullptr, "PTX of all device code; empty for the CPU.", nullptr},
      {"kernels", getKernels, nullptr, "Names of the kernels, one for each way of launching.", nullptr},
      {"device", getDevice, nullptr, "'cpu' or 'cuda'.", nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr}};
  static PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void *>(destroyCode)},
                                {Py_tp_getset, properties},
                                {Py_tp_doc, const_cast<char *>("A compiled module in this process.")},
                                {0, nullptr}};
  static PyType_Spec spec = {"fusion._native.Code", sizeof(Code), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  PyObject *type = PyType_FromModuleAndSpec(module, &spec, nullptr);
  codeType = reinterpret_cast<PyTypeObject *>(type);
  return type && PyModule_AddObjectRef(module, "Code", type) == 0;
}

PyObject *fusion::python::reportPage(PyObject *, PyObject *json) {
  Py_ssize_t size = 0;
  const char *text = PyUnicode_AsUTF8AndSize(json, &size);
  if (!text)
    return nullptr;
  std::unique_ptr<FusionSession, SessionDeleter> session(fusion_session_create());
  Results results(1);
  FusionResult *&page = results.list.front();
  page = fusion_report_page(session.get(), text, static_cast<size_t>(size));
  if (page)
    return wrap(page, {"page", FUSION_EMIT_REPORT, true});
  std::string problem = fusion_session_errors(session.get());
  PyErr_SetString(PyExc_ValueError, problem.substr(0, problem.find_last_not_of('\n') + 1).c_str());
  return nullptr;
}
