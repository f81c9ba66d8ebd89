"""make-tflite.py OUT.tflite X.npy Y.npy: a fully connected layer with a ReLU as a model of TensorFlow Lite, as
tf.lite.TFLiteConverter writes it, and its data. Wheels: tflite, flatbuffers (the schema alone; TensorFlow is not
needed)."""

import sys

import flatbuffers
import numpy
import tflite

random = numpy.random.default_rng(1)
x, w = random.standard_normal((16, 32), "f"), random.standard_normal((24, 32), "f") / 4
b = random.standard_normal(24, "f")
y = numpy.maximum(x @ w.T + b, 0)
builder = flatbuffers.Builder()


def vector(start, items, prepend):
    start(builder, len(items))
    for item in reversed(items):
        prepend(item)
    return builder.EndVector()


def offsets(start, items):
    return vector(start, items, builder.PrependUOffsetTRelative)


def integers(start, items):
    return vector(start, items, builder.PrependInt32)


def buffer(array):
    data = builder.CreateByteVector(array.tobytes()) if array is not None else None
    tflite.BufferStart(builder)
    if data is not None:
        tflite.BufferAddData(builder, data)
    return tflite.BufferEnd(builder)


def tensor(name, shape, index):
    name, shape = builder.CreateString(name), integers(tflite.TensorStartShapeVector, shape)
    tflite.TensorStart(builder)
    tflite.TensorAddShape(builder, shape)
    tflite.TensorAddType(builder, tflite.TensorType.FLOAT32)
    tflite.TensorAddBuffer(builder, index)
    tflite.TensorAddName(builder, name)
    return tflite.TensorEnd(builder)


def layer():
    inputs = integers(tflite.OperatorStartInputsVector, [0, 1, 2])
    outputs = integers(tflite.OperatorStartOutputsVector, [3])
    tflite.FullyConnectedOptionsStart(builder)
    tflite.FullyConnectedOptionsAddFusedActivationFunction(builder, tflite.ActivationFunctionType.RELU)
    options = tflite.FullyConnectedOptionsEnd(builder)
    tflite.OperatorStart(builder)
    tflite.OperatorAddOpcodeIndex(builder, 0)
    tflite.OperatorAddInputs(builder, inputs)
    tflite.OperatorAddOutputs(builder, outputs)
    tflite.OperatorAddBuiltinOptionsType(builder, tflite.BuiltinOptions.FullyConnectedOptions)
    tflite.OperatorAddBuiltinOptions(builder, options)
    return tflite.OperatorEnd(builder)


def subgraph():
    shapes = {"x": (x.shape, 0), "w": (w.shape, 1), "b": (b.shape, 2), "y": (y.shape, 0)}
    tensors = [tensor(name, shape, index) for name, (shape, index) in shapes.items()]
    tensors = offsets(tflite.SubGraphStartTensorsVector, tensors)
    inputs = integers(tflite.SubGraphStartInputsVector, [0])
    outputs = integers(tflite.SubGraphStartOutputsVector, [3])
    operators = offsets(tflite.SubGraphStartOperatorsVector, [layer()])
    name = builder.CreateString("main")
    tflite.SubGraphStart(builder)
    tflite.SubGraphAddTensors(builder, tensors)
    tflite.SubGraphAddInputs(builder, inputs)
    tflite.SubGraphAddOutputs(builder, outputs)
    tflite.SubGraphAddOperators(builder, operators)
    tflite.SubGraphAddName(builder, name)
    return tflite.SubGraphEnd(builder)


def code():
    tflite.OperatorCodeStart(builder)
    tflite.OperatorCodeAddDeprecatedBuiltinCode(builder, tflite.BuiltinOperator.FULLY_CONNECTED)
    tflite.OperatorCodeAddBuiltinCode(builder, tflite.BuiltinOperator.FULLY_CONNECTED)
    tflite.OperatorCodeAddVersion(builder, 1)
    return tflite.OperatorCodeEnd(builder)


codes = offsets(tflite.ModelStartOperatorCodesVector, [code()])
subgraphs = offsets(tflite.ModelStartSubgraphsVector, [subgraph()])
buffers = offsets(tflite.ModelStartBuffersVector, [buffer(array) for array in (None, w, b)])
tflite.ModelStart(builder)
tflite.ModelAddVersion(builder, 3)
tflite.ModelAddOperatorCodes(builder, codes)
tflite.ModelAddSubgraphs(builder, subgraphs)
tflite.ModelAddBuffers(builder, buffers)
builder.Finish(tflite.ModelEnd(builder), b"TFL3")
with open(sys.argv[1], "wb") as file:
    file.write(builder.Output())

numpy.save(sys.argv[2], x)
numpy.save(sys.argv[3], y)
