// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The types Program (a module made ready on a device) and Entry (what of it can be called).

#include "Call.h"
#include "InterpreterLock.h"

#include <string>

using namespace fusion::python;

namespace {
struct Program {
  PyObject_HEAD FusionLoaded *loaded;
  PyObject *code; ///< whose memory the module is in, or null
  int32_t ordinal;
};

struct Entry {
  PyObject_HEAD Program *program;
  const FusionEntry *entry;
  Plan *plan;
};
} // namespace

static PyTypeObject *programType, *entryType;

template <typename T> static void destroyObject(T *self) {
  PyTypeObject *type = Py_TYPE(reinterpret_cast<PyObject *>(self));
  PyObject_Free(self);
  Py_DECREF(type);
}

// ---- Program -------------------------------------------------------------------------------------------------------

static PyObject *newProgram(PyTypeObject *type, PyObject *args, PyObject *) {
  PyObject *code = nullptr;
  int ordinal = 0;
  if (!PyArg_ParseTuple(args, "O|i", &code, &ordinal))
    return nullptr;
  bool isPath = PyUnicode_Check(code) != 0;
  const char *path = isPath ? PyUnicode_AsUTF8AndSize(code, nullptr) : nullptr;
  const FusionModule *module = isPath ? nullptr : moduleOf(code);
  if (!path && !module)
    return nullptr;
  FusionLoaded *loaded =
      withoutLock([&] { return isPath ? fusion_open(path, ordinal) : fusion_open_memory(module, ordinal); });
  if (!loaded)
    return failCall();
  auto *self = PyObject_New(Program, type);
  if (!self)
    return fusion_close(loaded), nullptr;
  self->loaded = loaded;
  self->code = isPath ? nullptr : Ref::share(code).release();
  self->ordinal = fusion_describe(loaded)->device == FUSION_CUDA ? ordinal : onHost;
  return reinterpret_cast<PyObject *>(self);
}

static void destroyProgram(PyObject *object) {
  auto *self = reinterpret_cast<Program *>(object);
  fusion_close(self->loaded);
  Py_XDECREF(self->code);
  destroyObject(self);
}

static PyObject *wrapEntry(Program *program, const FusionEntry *entry) {
  auto *self = PyObject_New(Entry, entryType);
  if (!self)
    return nullptr;
  Py_INCREF(reinterpret_cast<PyObject *>(program));
  self->program = program;
  self->entry = entry;
  self->plan = new Plan;
  return reinterpret_cast<PyObject *>(self);
}

static PyObject *findEntry(PyObject *object, PyObject *name) {
  auto *self = reinterpret_cast<Program *>(object);
  const char *text = name == Py_None ? nullptr : PyUnicode_AsUTF8AndSize(name, nullptr);
  if (!text && name != Py_None)
    return nullptr;
  const FusionEntry *entry = fusion_find_entry(self->loaded, text);
  return entry ? wrapEntry(self, entry) : failCall();
}

static PyObject *synchronize(PyObject *object, PyObject *stream) {
  void *address = stream == Py_None ? nullptr : PyLong_AsVoidPtr(stream);
  if (PyErr_Occurred())
    return nullptr;
  FusionLoaded *loaded = reinterpret_cast<Program *>(object)->loaded;
  if (withoutLock([&] { return fusion_synchronize(loaded, address); }))
    return failCall();
  Py_RETURN_NONE;
}

static PyObject *getDevice(PyObject *object, void *) {
  auto *self = reinterpret_cast<Program *>(object);
  return self->ordinal == onHost ? PyUnicode_FromString("cpu") : PyUnicode_FromFormat("cuda:%d", int(self->ordinal));
}

// ---- Entry ---------------------------------------------------------------------------------------------------------

static void destroyEntry(PyObject *object) {
  auto *self = reinterpret_cast<Entry *>(object);
  delete self->plan;
  Py_DECREF(reinterpret_cast<PyObject *>(self->program));
  destroyObject(self);
}

static PyObject *runEntry(PyObject *object, PyObject *const *args, Py_ssize_t count) {
  auto *self = reinterpret_cast<Entry *>(object);
  if (count < 1 || count > 3) {
    PyErr_SetString(PyExc_TypeError, "run(inputs, outs=None, stream=None)");
    return nullptr;
  }
  Call call({self->program->loaded, self->entry, self->program->ordinal}, *self->plan);
  return call.run(args[0], count > 1 ? args[1] : Py_None, count > 2 ? args[2] : Py_None);
}

/// (dtype, shape or None, flags, alias): the shape has None for each dimension that is known at the call alone, and is
/// None itself for a number.
static PyObject *describeSpec(const FusionTensorSpec &spec) {
  Ref shape = Ref::share(Py_None);
  if (spec.rank != FUSION_SCALAR)
    shape = Ref(PyTuple_New(spec.rank));
  for (int32_t d = 0; shape && d < spec.rank; ++d)
    PyTuple_SetItem(shape.get(), d,
                    spec.shape[d] == FUSION_DYNAMIC ? Ref::share(Py_None).release()
                                                    : PyLong_FromLongLong(spec.shape[d]));
  return shape ? Py_BuildValue("(sOIi)", dtypeName(spec.dtype), shape.get(), spec.flags, int(spec.alias)) : nullptr;
}

static PyObject *describe(const FusionTensorSpec *specs, int32_t count) {
  Ref tuple(PyTuple_New(count));
  for (int32_t i = 0; tuple && i < count; ++i) {
    PyObject *item = describeSpec(specs[i]);
    if (!item || PyTuple_SetItem(tuple.get(), i, item) != 0)
      return nullptr;
  }
  return tuple.release();
}

static PyObject *getInputs(PyObject *object, void *) {
  const FusionEntry *entry = reinterpret_cast<Entry *>(object)->entry;
  return describe(entry->inputs, entry->numInputs);
}

static PyObject *getOutputs(PyObject *object, void *) {
  const FusionEntry *entry = reinterpret_cast<Entry *>(object)->entry;
  return describe(entry->outputs, entry->numOutputs);
}

static PyObject *getName(PyObject *object, void *) {
  return PyUnicode_FromString(reinterpret_cast<Entry *>(object)->entry->name);
}

static PyObject *getInitialize(PyObject *object, void *) {
  auto *self = reinterpret_cast<Entry *>(object);
  if (self->entry->initialize)
    return wrapEntry(self->program, self->entry->initialize);
  Py_RETURN_NONE;
}

// ---- the types -----------------------------------------------------------------------------------------------------

static bool addType(PyObject *module, PyType_Spec &spec, const char *name, PyTypeObject *&type) {
  PyObject *made = PyType_FromModuleAndSpec(module, &spec, nullptr);
  type = reinterpret_cast<PyTypeObject *>(made);
  return made && PyModule_AddObjectRef(module, name, made) == 0;
}

static bool addEntryType(PyObject *module) {
  static PyMethodDef methods[] = {
      {"run", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(runEntry)), METH_FASTCALL,
       "run(inputs, outs=None, stream=None, /)\n--\n\nPuts one call on the stream; returns the list of outputs."},
      {nullptr, nullptr, 0, nullptr}};
  static PyGetSetDef properties[] = {
      {"name", getName, nullptr, "Name of the function.", nullptr},
      {"inputs", getInputs, nullptr, "(dtype, shape, flags, alias) of each input.", nullptr},
      {"outputs", getOutputs, nullptr, "(dtype, shape, flags, alias) of each output.", nullptr},
      {"initialize", getInitialize, nullptr, "The entry that computes what follows from constants, or None.", nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr}};
  static PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void *>(destroyEntry)},
                                {Py_tp_methods, methods},
                                {Py_tp_getset, properties},
                                {Py_tp_doc, const_cast<char *>("A function of a program.")},
                                {0, nullptr}};
  static PyType_Spec spec = {"fusion._native.Entry", sizeof(Entry), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  return addType(module, spec, "Entry", entryType);
}

bool fusion::python::addProgramTypes(PyObject *module) {
  static PyMethodDef methods[] = {
      {"entry", findEntry, METH_O, "entry(name, /)\n--\n\nThe entry of that name; of None, the only one."},
      {"synchronize", synchronize, METH_O,
       "synchronize(stream, /)\n--\n\nWaits until all that was put on the stream has ended."},
      {nullptr, nullptr, 0, nullptr}};
  static PyGetSetDef properties[] = {{"device", getDevice, nullptr, "'cpu', or 'cuda:0' and so on.", nullptr},
                                     {nullptr, nullptr, nullptr, nullptr, nullptr}};
  static PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void *>(newProgram)},
                                {Py_tp_dealloc, reinterpret_cast<void *>(destroyProgram)},
                                {Py_tp_methods, methods},
                                {Py_tp_getset, properties},
                                {Py_tp_doc, const_cast<char *>("Program(code, ordinal=0)\n--\n\nA module made ready "
                                                               "on a device: a Code, or the path of a shared object.")},
                                {0, nullptr}};
  static PyType_Spec spec = {"fusion._native.Program", sizeof(Program), 0, Py_TPFLAGS_DEFAULT, slots};
  return addEntryType(module) && addType(module, spec, "Program", programType);
}
