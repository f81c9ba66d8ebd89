# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rules of benchmarks/suites.py find wrong results, and only those: `suites_rules.py FOLDER_OF_BENCHMARKS`."""

import argparse
import sys
import time
import types
import unittest

sys.path.insert(0, sys.argv.pop(1))

import torch
import torch.nn.functional as F
from suites import compare, processes, rows
from suites.entries import Entry
from suites.problem import Problem, named_tensors
from torch import nn


def verdict(results, eager, reference):
    """The row of a model whose variants gave `results` and `eager`."""
    jobs = []
    for variant, values in (("eager", eager), ("fusion", results)):
        found = {"distances": compare.distances(values, reference), "dtype": "torch.bfloat16"}
        jobs.append(processes.Job("products", "model", "training", variant, found))
    (row,) = rows.of(jobs)
    return row


class Distances(unittest.TestCase):
    def setUp(self):
        generator = torch.Generator().manual_seed(0)
        noise = {name: torch.randn(size, generator=generator) for name, size in (("large", 4096), ("small", 300))}
        self.reference = {"large": 1000 * noise["large"], "small": 1e-3 * noise["small"]}
        self.eager = {name: value.bfloat16() for name, value in self.reference.items()}

    def is_right(self, **changed):
        return verdict({**self.eager, **changed}, self.eager, self.reference)["variants"]["fusion"]["right"]

    def test_a_gradient_is_compared_by_its_own_scale(self):
        self.assertTrue(self.is_right())
        self.assertFalse(self.is_right(small=self.reference["small"] * 1.02))
        self.assertFalse(self.is_right(small=torch.zeros(300)))

    def test_nan_and_infinities_that_eager_lacks_are_wrong(self):
        self.assertFalse(self.is_right(small=self.eager["small"] * float("nan")))
        self.assertFalse(self.is_right(large=torch.full((4096,), float("inf"))))

    def test_infinities_of_the_reference_are_compared(self):
        masked = torch.tensor([1.0, float("-inf"), 2.0])
        reference = {"output": masked}
        self.assertTrue(verdict(reference, reference, reference)["variants"]["fusion"]["right"])
        other = {"output": torch.tensor([1.0, 0.0, 2.0])}
        self.assertFalse(verdict(other, reference, reference)["variants"]["fusion"]["right"])

    def test_a_result_that_is_missing_or_has_another_shape_is_wrong(self):
        self.assertFalse(self.is_right(small=self.eager["small"][:-1]))
        row = verdict({"large": self.eager["large"]}, self.eager, self.reference)
        self.assertEqual(rows.fault(row)[:14], "differs: small")

    def test_noise_is_told_apart_and_may_not_grow(self):
        generator = torch.Generator().manual_seed(1)
        self.reference["small"] *= 1e-9
        self.eager["small"] = 1e-4 * torch.randn(300, generator=generator)
        noise = torch.randn(300, generator=generator)
        row = verdict({**self.eager, "small": 2e-4 * noise}, self.eager, self.reference)
        self.assertEqual((row["noise"], row["variants"]["fusion"]["right"]), (1, True))
        self.assertFalse(self.is_right(small=1e-3 * noise))


class Outputs(unittest.TestCase):
    def test_caches_are_results(self):
        layer = types.SimpleNamespace(keys=torch.ones(2), values=torch.ones(3), is_initialized=True)
        output = {"logits": torch.ones(4), "past_key_values": types.SimpleNamespace(layers=[layer])}
        names = [name for name, _ in named_tensors(output)]
        self.assertEqual(names, ["logits", "past_key_values.layers.0.keys", "past_key_values.layers.0.values"])


WORKER = """
import json, sys, time
def say(**what): print(json.dumps(what), flush=True)
kind, is_warm = sys.argv[1:]
print("a library prints")
say(phase="compiling")
if kind == "silent": time.sleep(60)
if kind == "dies": raise SystemExit(7)
if kind == "raises": say(result={"error": "compiling: E", "warnings": []}); raise SystemExit
if is_warm == "True": say(result={"compile_s": 1.0, "warnings": ["again"]}); raise SystemExit
say(phase="ready")
sys.stdin.readline()
begin = time.time()
time.sleep(0.1)
say(result={"begin": begin, "end": time.time(), "warnings": []})
"""


class Processes(unittest.TestCase):
    def run_workers(self, kinds, **changed):
        settings = {"parallel": 8, "budget": 100.0, "each": 100.0, "threads": 1, "no_warm": False, **changed}
        jobs = [processes.Job("products", kind, "inference", "fusion") for kind in kinds]

        def command(job, arguments, is_warm):
            return [sys.executable, "-c", WORKER, job.model, str(is_warm)]

        processes.run(jobs, argparse.Namespace(**settings), lambda batch: None, command)
        return [job.result for job in jobs]

    def test_one_after_the_other_is_timed_and_starts_again(self):
        found = self.run_workers(["first", "raises", "second", "dies", "third"])
        times = [(one["begin"], one["end"]) for one in found if "begin" in one]
        self.assertEqual(len(times), 3)
        for (_, end), (begin, _) in zip(times, times[1:]):
            self.assertLess(end, begin)
        self.assertEqual([one.get("warm_s") for one in found], [1.0, None, 1.0, None, 1.0])
        self.assertEqual(found[0]["warnings"], ["again"])
        self.assertEqual(found[1]["error"], "compiling: E")
        self.assertEqual(found[3]["error"], "compiling: the process ended (7): ")

    def test_a_worker_that_is_silent_does_not_keep_others_from_their_turn(self):
        begin = time.monotonic()
        silent, other = self.run_workers(["silent", "other"], each=3.0, no_warm=True)
        self.assertLess(time.monotonic() - begin, 30)
        self.assertEqual(silent["error"], "compiling: no answer in 3 s: ")
        self.assertIn("end", other)


class Dropout(unittest.TestCase):
    def setUp(self):
        entry = Entry(lambda: nn.Sequential(nn.Linear(32, 64), nn.Dropout(0.25), nn.Linear(64, 16)),
                      lambda device: (torch.randn(24, 32, device=device),))
        self.problem = Problem(entry, "dropout", torch.float32, "cpu")

    def is_right(self, function):
        eager = compare.statistics(lambda: self.problem.results(self.problem.model), 1000)
        own = compare.statistics(lambda: self.problem.results(function), 2000)
        job = processes.Job("products", "model", "dropout", "fusion",
                            {"by_chance": compare.compare_statistics(own, eager, set())})
        return rows.of([job])[0]["variants"]["fusion"]["right"]

    def with_dropout(self, drop):
        first, _, last = self.problem.model
        return lambda x: last(drop(first(x)))

    def test_other_numbers_are_right(self):
        self.assertTrue(self.is_right(self.problem.model))

    def test_twice_the_rate_is_wrong(self):
        self.assertFalse(self.is_right(self.with_dropout(lambda x: F.dropout(x, 0.5))))

    def test_dropout_that_does_nothing_or_does_not_scale_is_wrong(self):
        self.assertFalse(self.is_right(self.with_dropout(lambda x: x)))
        self.assertFalse(self.is_right(self.with_dropout(lambda x: 0.75 * F.dropout(x, 0.25))))

    def test_a_step_of_training_has_no_dropout(self):
        with self.problem.without_dropout():
            first, second = (self.problem.results(self.problem.model) for _ in range(2))
        self.assertTrue(all(torch.equal(first[name], second[name]) for name in first))
        self.assertEqual(self.problem.model[1].p, 0.25)


if __name__ == "__main__":
    unittest.main()
