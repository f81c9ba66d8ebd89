# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fusion.trace: what is in the file, and when it is there."""

import json
import os
import tempfile
import threading
import unittest

import numpy as np

import fusion

GRAPH = """func.func @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = fusion.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"""


def events_of(path, name=None):
    with open(path) as file:
        events = [event for event in json.load(file)["traceEvents"] if event["ph"] == "X"]
    return [event for event in events if name is None or event["name"] == name]


def new_path():
    return os.path.join(tempfile.mkdtemp(), "run.json")


class TraceTest(unittest.TestCase):
    def test_a_block_has_its_compile_and_its_calls(self):
        path = new_path()
        x = np.ones(4, "f")
        outside = fusion.compile(GRAPH, "cpu", cache="off")
        outside(x)
        with fusion.trace(path):
            module = fusion.compile(GRAPH, "cpu", cache="off")
            module(x), module(x)
            self.assertFalse(os.path.exists(path))
        self.assertEqual(len(events_of(path, "read")), 1)
        self.assertEqual(len(events_of(path, "form kernels")), 1)
        calls = events_of(path, "call")
        self.assertEqual([call["args"]["detail"] for call in calls], ["twice", "twice"])
        self.assertLessEqual(calls[0]["ts"] + calls[0]["dur"], calls[1]["ts"])
        before = os.stat(path)
        module(x)
        self.assertEqual(os.stat(path).st_mtime_ns, before.st_mtime_ns)

    def test_threads_have_tracks_of_their_own(self):
        path = new_path()
        module = fusion.compile(GRAPH, "cpu")
        x = np.ones(4, "f")
        with fusion.trace(path):
            module(x)
            thread = threading.Thread(target=module, args=(x,))
            thread.start()
            thread.join()
        self.assertEqual(len({call["tid"] for call in events_of(path, "call")}), 2)

    def test_an_exception_ends_the_block_with_a_file(self):
        path = new_path()
        with self.assertRaisesRegex(KeyError, "mine"), fusion.trace(path):
            fusion.compile(GRAPH, "cpu", cache="off")
            raise KeyError("mine")
        self.assertTrue(events_of(path, "read"))
        with fusion.trace(path):  # and the next one begins
            pass
        self.assertFalse(events_of(path))

    def test_one_block_at_a_time(self):
        with self.assertRaisesRegex(fusion.CallError, "a trace is being taken already"):
            with fusion.trace(new_path()), fusion.trace(new_path()):
                pass

    def test_a_folder_that_is_not_there_is_refused_before_the_block(self):
        ran = []
        with self.assertRaisesRegex(FileNotFoundError, "the folder of the trace is not there: /nowhere"):
            with fusion.trace("/nowhere/run.json"):
                ran.append(1)
        self.assertFalse(ran)


if __name__ == "__main__":
    unittest.main()
