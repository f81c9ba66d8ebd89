# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Runs a test program as two processes that talk by gloo. Each of them runs all tests, and both have to pass.

    program ─┬─ rank 0: unittest.main ─┐
             └─ rank 1: unittest.main ─┴─ exit code
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import unittest
from datetime import timedelta

import with_torch  # noqa: F401  # caches are the tests' own

PROCESSES = 2
_FOLDER = "FUSION_TEST_FOLDER"  # where the processes find each other, and keep what they compile


def main() -> None:
    """What a test program ends with, in place of unittest.main."""
    if _FOLDER in os.environ:
        _run_tests()
        return
    reason = _missing()
    if reason is not None:
        print(f"skipped: {reason}", file=sys.stderr)
        return
    sys.exit(_run_processes())


def folder() -> str:
    """A folder that all processes have, and that goes with them."""
    return os.environ[_FOLDER]


def _missing() -> str | None:
    """Why no two processes can talk here."""
    import torch.distributed

    if not torch.distributed.is_available() or not torch.distributed.is_gloo_available():
        return "this PyTorch has no gloo"
    try:
        socket.create_server(("127.0.0.1", 0)).close()
    except OSError as error:
        return f"there are no sockets of the loopback interface: {error}"
    return None


def _run_processes() -> int:
    with tempfile.TemporaryDirectory(prefix="fusion-test-") as made:
        environment = {**os.environ, _FOLDER: made, "OMP_NUM_THREADS": "1", "GLOO_SOCKET_IFNAME": "lo"}
        running = [subprocess.Popen([sys.executable, *sys.argv], env={**environment, "RANK": str(rank)})
                   for rank in range(PROCESSES)]
        return max(abs(process.wait()) for process in running)


def _run_tests() -> None:
    import torch.distributed

    os.environ["TORCHINDUCTOR_CACHE_DIR"] = os.path.join(folder(), "inductor")  # of all processes, as users have it
    torch.distributed.init_process_group("gloo", init_method=f"file://{folder()}/store", rank=int(os.environ["RANK"]),
                                         world_size=PROCESSES, timeout=timedelta(seconds=60))
    try:
        unittest.main(failfast=True)
    finally:
        torch.distributed.destroy_process_group()
