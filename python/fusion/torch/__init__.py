# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""torch.compile(model, backend="fusion"): the compiler as a backend of PyTorch.

::

    model = torch.compile(model, backend="fusion")               # found by PyTorch without an import
    model = torch.compile(model, backend="fusion", options={"fallback": "eager", "numerics": "fast"})
    fusion.torch.dry_run(model, (x,))                            # what would be compiled, what not and why
    print(fusion.torch.report())                                 # what was: kernels, times, edges
"""

from fusion.torch.backend import backend
from fusion.torch.failures import Uncompiled
from fusion.torch.operators import as_operator
from fusion.torch.options import Options
from fusion.torch.random import dropout_mask
from fusion.torch.report import Report, dry_run, report, reset

__all__ = ["Options", "Report", "Uncompiled", "as_operator", "backend", "dropout_mask", "dry_run", "report", "reset"]
