# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The operations on values of a graph, with the semantics of NumPy and PyTorch.

All are functions of values and Python numbers, and add what they compute to the graph of their values. Each file has a
kind of operations; this one has them all under one name.
"""

from fusion._ops.activations import *
from fusion._ops.attention import *
from fusion._ops.binary import *
from fusion._ops.bits import *
from fusion._ops.casts import *
from fusion._ops.compare import *
from fusion._ops.convolution import *
from fusion._ops.create import *
from fusion._ops.indexing import *
from fusion._ops.norms import *
from fusion._ops.pooling import *
from fusion._ops.products import *
from fusion._ops.quantization import *
from fusion._ops.random import *
from fusion._ops.reductions import *
from fusion._ops.scans import *
from fusion._ops.shapes import *
from fusion._ops.special import *
from fusion._ops.unary import *
