// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// NumPy's arrays, by the array interface's C structure: the limited API of Python 3.10 has no buffers.

#include "Tensors.h"

using namespace fusion::python;

namespace {
/// What `__array_struct__` holds, as NumPy's manual gives it.
struct ArrayInterface {
  int two;
  int rank;
  char kind;
  int itemSize;
  int flags;
  Py_ssize_t *shape;
  Py_ssize_t *strides; ///< in bytes
  void *data;
  PyObject *description;
};
constexpr int isInNativeOrder = 0x200, isWriteable = 0x400;
constexpr long numberOfVoid = 20; // NPY_VOID

struct TypeRow {
  char kind;
  int bytes;
  int32_t dtype;
  const char *name; ///< null: NumPy has none
};

class Numpy final : public Framework {
public:
  explicit Numpy(Ref numpy) : numpy(std::move(numpy)) {}
  /// False, with an exception, if NumPy lacks what is needed.
  bool prepare();

  bool read(PyObject *object, int32_t wanted, View &view) override;
  Ref makeRowMajor(PyObject *object) override;
  Ref make(const FusionTensor &prototype, int32_t ordinal, PyObject *like) override;
  bool getStream(int32_t, void *&stream) override { return stream = nullptr, true; }

private:
  bool isOther(PyObject *object, const TypeRow &row) const;

  Ref numpy, structName, empty;
  std::array<Ref, FUSION_NUM_DTYPES> types; ///< by FusionDType
};
} // namespace

/// NumPy has no bf16 and no floats of 8 bits: they are of the kinds that ml_dtypes uses (V, and f for f8E5M2) or u. The
/// runtime's integers have no sign, and u is one of them too. The first row of a kind is taken where no other one is
/// wanted.
static constexpr TypeRow typeTable[] = {
    {'f', 2, FUSION_F16, "float16"},  {'V', 2, FUSION_BF16, nullptr},   {'f', 4, FUSION_F32, "float32"},
    {'f', 8, FUSION_F64, "float64"},  {'b', 1, FUSION_I1, "bool"},      {'i', 1, FUSION_I8, "int8"},
    {'i', 2, FUSION_I16, "int16"},    {'i', 4, FUSION_I32, "int32"},    {'i', 8, FUSION_I64, "int64"},
    {'u', 1, FUSION_I8, nullptr},     {'u', 2, FUSION_I16, nullptr},    {'u', 4, FUSION_I32, nullptr},
    {'u', 8, FUSION_I64, nullptr},    {'u', 2, FUSION_BF16, nullptr},   {'V', 1, FUSION_F8E4M3FN, nullptr},
    {'f', 1, FUSION_F8E5M2, nullptr}, {'V', 1, FUSION_F8E5M2, nullptr}, {'u', 1, FUSION_F8E4M3FN, nullptr},
    {'u', 1, FUSION_F8E5M2, nullptr}};

/// Types that ml_dtypes has, and what holds their bits without it.
struct ExtraType {
  FusionDType dtype;
  const char *name, *bits;
};
static constexpr ExtraType extraTypes[] = {{FUSION_BF16, "bfloat16", "uint16"},
                                           {FUSION_F8E4M3FN, "float8_e4m3fn", "uint8"},
                                           {FUSION_F8E5M2, "float8_e5m2", "uint8"}};

bool Numpy::prepare() {
  structName = Ref(PyUnicode_InternFromString("__array_struct__"));
  empty = Ref(PyObject_GetAttrString(numpy.get(), "empty"));
  for (const TypeRow &row : typeTable)
    if (row.name)
      types[row.dtype] = Ref(PyObject_CallMethod(numpy.get(), "dtype", "s", row.name));
  Ref extra(PyImport_ImportModule("ml_dtypes"));
  for (const ExtraType &row : extraTypes) {
    Ref type(extra ? PyObject_GetAttrString(extra.get(), row.name) : nullptr);
    PyErr_Clear();
    Ref name(type ? nullptr : PyUnicode_FromString(row.bits));
    types[row.dtype] = Ref(PyObject_CallMethod(numpy.get(), "dtype", "O", type ? type.get() : name.get()));
  }
  for (const Ref &type : types)
    if (!type)
      return false;
  return structName && empty;
}

static const TypeRow *findType(const ArrayInterface &array, int32_t wanted) {
  const TypeRow *found = nullptr;
  for (const TypeRow &row : typeTable)
    if (row.kind == array.kind && row.bytes == array.itemSize && (!found || row.dtype == wanted))
      found = &row;
  return found;
}

/// Whether a type of a kind that types of ml_dtypes share is not that of the row. NumPy's void, as which np.load reads
/// such types, is taken for any.
bool Numpy::isOther(PyObject *object, const TypeRow &row) const {
  if (row.kind != 'V' && !(row.kind == 'f' && row.bytes == 1))
    return false;
  Ref dtype(PyObject_GetAttrString(object, "dtype"));
  Ref number(dtype ? PyObject_GetAttrString(dtype.get(), "num") : nullptr);
  return number && PyLong_AsLong(number.get()) != numberOfVoid &&
         PyObject_RichCompareBool(dtype.get(), types[row.dtype].get(), Py_NE) != 0;
}

bool Numpy::read(PyObject *object, int32_t wanted, View &view) {
  view.owner = Ref(PyObject_GetAttr(object, structName.get()));
  auto *array = view.owner ? static_cast<ArrayInterface *>(PyCapsule_GetPointer(view.owner.get(), nullptr)) : nullptr;
  if (!array)
    return false;
  const TypeRow *row = findType(*array, wanted);
  if (!row || isOther(object, *row) || !(array->flags & isInNativeOrder) || array->rank > largestRank) {
    Ref dtype(PyObject_GetAttrString(object, "dtype"));
    PyErr_Format(PyExc_TypeError, "expected %s, got an array of %S",
                 wanted == anyType ? "floats, integers or bools of this machine" : dtypeName(wanted),
                 dtype ? dtype.get() : Py_None);
    return false;
  }
  int64_t expected = array->itemSize, count = 1;
  for (int d = array->rank; d-- > 0;) {
    view.shape[d] = array->shape[d];
    view.strides[d] = array->strides[d] / array->itemSize;
    view.isRowMajor &= array->shape[d] == 1 || array->strides[d] == expected;
    expected *= array->shape[d];
    count *= array->shape[d];
  }
  view.isRowMajor |= count == 0;
  view.tensor = {array->data, row->dtype, array->rank, view.shape.data()};
  view.ordinal = onHost;
  view.isReadOnly = !(array->flags & isWriteable);
  view.elementKind = array->kind << 8 | array->itemSize;
  return true;
}

Ref Numpy::makeRowMajor(PyObject *object) {
  return Ref(PyObject_CallMethod(numpy.get(), "ascontiguousarray", "O", object));
}

Ref Numpy::make(const FusionTensor &prototype, int32_t ordinal, PyObject *) {
  if (ordinal != onHost) {
    PyErr_SetString(PyExc_TypeError, "a GPU's outputs cannot be NumPy arrays: pass out=, tensors on the GPU");
    return Ref();
  }
  Ref shape(PyTuple_New(prototype.rank));
  for (int32_t d = 0; shape && d < prototype.rank; ++d)
    PyTuple_SetItem(shape.get(), d, PyLong_FromLongLong(prototype.shape[d]));
  return Ref(shape ? PyObject_CallFunctionObjArgs(empty.get(), shape.get(), types[prototype.dtype].get(), nullptr)
                   : nullptr);
}

Framework *fusion::python::makeNumpyFramework() {
  Ref numpy(PyImport_ImportModule("numpy"));
  if (!numpy)
    return nullptr;
  auto *framework = new Numpy(std::move(numpy));
  if (framework->prepare())
    return framework;
  delete framework;
  return nullptr;
}
