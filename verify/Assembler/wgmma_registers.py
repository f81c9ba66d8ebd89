#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds registers of a product that machine code writes before the product has read them.

    wgmma_registers.py --nvdisasm=PROGRAM KERNELS.cubin...
    wgmma_registers.py KERNELS.sass...                      # what `nvdisasm -c` printed

A warpgroup product (HGMMA, QGMMA, IGMMA) whose left factor is in registers reads them while the instructions behind it
run. Until WARPGROUP.DEPBAR has waited for the product's group, no instruction may write these registers. Some releases
of NVIDIA's assembler did not keep to that. The program follows all paths of each kernel, with the groups that may still
run, and prints each write to a register that one of their products reads. It exits with 1 if there is one.
"""

import argparse
import re
import subprocess
import sys
from typing import NamedTuple

LABEL = re.compile(r"^\s*(\.L_x_\d+):")
INSTRUCTION = re.compile(r"^\s*(?:/\*([0-9a-f]{4,})\*/)\s*(?:(@!?U?P\w+)\s+)?([A-Z][\w.]*)\s*([^;]*);")
KERNEL = re.compile(r"^\s*\.text\.(\S+):")
REGISTER = re.compile(r"^[-|~]?R(\d+)\b")
PRODUCT = re.compile(r"^[HQI]GMMA\.(?:SP\.)?\d+x(\d+)x\d+")
MOST_GROUPS = 16
"""That are told apart: more than a kernel has running, of which those of eight products are the most."""
LEFT_REGISTERS = 4
"""Of a thread, of 64 rows by 32 bytes of the left factor."""

# Instructions whose first operands are read.
READS_ALONE = re.compile(r"^(ST|RED|FCHK|R2P|UTMA|BAR|SYNCS|FENCE|MEMBAR|ERRBAR|EXIT|BRA|CCTL|R2UR|WARPSYNC|NANOSLEEP)")


class Instruction(NamedTuple):
    """One line of machine code."""

    address: int
    predicate: str
    name: str
    operands: list

    def is_product(self):
        return bool(PRODUCT.match(self.name))

    def get_left_registers(self):
        """Those of a product's left factor; none where it is in shared memory."""
        match = REGISTER.match(self.operands[1])
        return range(int(match[1]), int(match[1]) + LEFT_REGISTERS) if match else range(0)

    def get_written(self):
        """The registers that an instruction other than a product writes."""
        if READS_ALONE.match(self.name):
            return range(0)
        for operand in self.operands[:2]:
            if match := REGISTER.match(operand):
                return range(int(match[1]), int(match[1]) + self.count_written())
            if not re.match(r"^!?U?P(T|R|\d)", operand):
                break
        return range(0)

    def count_written(self):
        if match := re.search(r"\.M(?:T)?\d+\.(\d)", self.name):  # LDSM
            return int(match[1])
        if ".128" in self.name:
            return 4
        return 2 if re.search(r"\.64\b|\.WIDE|^D(ADD|MUL|FMA)|\.F64", self.name) else 1


class Kernel:
    """Instructions in order, and where labels are among them."""

    def __init__(self, name):
        self.name = name
        self.instructions = []
        self.labels = {}

    def get_next(self, number):
        """Numbers of the instructions that may follow."""
        instruction = self.instructions[number]
        follows = [number + 1] if number + 1 < len(self.instructions) else []
        name = instruction.name.split(".")[0]
        targets = [self.labels[label] for label in re.findall(r"\.L_x_\d+", " ".join(instruction.operands))
                   if label in self.labels]  # fmt: skip
        if name in ("BRA", "JMP"):
            is_always = not instruction.predicate and not re.match(r"^!?U?P\d", instruction.operands[0])
            return targets if is_always and ".DIV" not in instruction.name else targets + follows
        if name == "CALL":
            return targets + follows
        if name in ("EXIT", "RET"):
            return follows if instruction.predicate else []
        return follows


def disassemble(path, nvdisasm):
    """Machine code as nvdisasm prints it; other files than cubins are such text."""
    if not path.endswith(".cubin"):
        with open(path, encoding="utf-8") as file:
            return file.read()
    return subprocess.run([nvdisasm, "-c", path], capture_output=True, text=True, check=True).stdout


def read_kernels(text):
    """Kernels of nvdisasm's output."""
    kernels, kernel = [], None
    for line in text.splitlines():
        if match := KERNEL.match(line):
            kernel = Kernel(match[1])
            kernels.append(kernel)
        elif kernel and (match := LABEL.match(line)):
            kernel.labels[match[1]] = len(kernel.instructions)
        elif kernel and (match := INSTRUCTION.match(line)):
            operands = [operand.strip() for operand in match[4].split(",")]
            kernel.instructions.append(Instruction(int(match[1], 16), match[2] or "", match[3], operands))
    return kernels


def step(state, instruction):
    """The groups behind an instruction: registers with the products that read them, the open group first, then closed
    ones from the last to the first."""
    if instruction.is_product():
        reads = {(register, instruction.address) for register in instruction.get_left_registers()}
        state = (state[0] | reads,) + state[1:]
        if "gsb0" in instruction.operands[-1]:
            state = (frozenset(),) + state
            if len(state) > MOST_GROUPS:
                state = state[: MOST_GROUPS - 1] + (frozenset().union(*state[MOST_GROUPS - 1 :]),)
    elif instruction.name.startswith("WARPGROUP.DEPBAR"):
        pending = int(instruction.operands[-1], 0)
        state = state[: 1 + pending]
    return state


def join(first, second):
    count = max(len(first), len(second))
    pad = lambda state: state + (frozenset(),) * (count - len(state))
    return tuple(a | b for a, b in zip(pad(first), pad(second)))


def find_writes(kernel):
    """(instruction that writes, register, address of the product that reads it), and how many products read some."""
    count = sum(bool(i.is_product() and i.get_left_registers()) for i in kernel.instructions)
    if not count:
        return [], 0
    before = {0: (frozenset(),)}
    work, found = [0], set()
    while work:
        number = work.pop()
        instruction, state = kernel.instructions[number], before[number]
        if not instruction.is_product():
            running = frozenset().union(*state)
            for register in instruction.get_written():
                found |= {(number, register, product) for other, product in running if other == register}
        after = step(state, instruction)
        for follower in kernel.get_next(number):
            joined = join(before.get(follower, (frozenset(),)), after)
            if before.get(follower) != joined:
                before[follower] = joined
                work.append(follower)
    writes = [(kernel.instructions[number], register, product) for number, register, product in sorted(found)]
    return writes, count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="KERNELS.cubin|.sass")
    parser.add_argument("--nvdisasm", default="nvdisasm", metavar="PROGRAM", help="NVIDIA's disassembler")
    options = parser.parse_args()
    kernels = products = wrong = 0
    for cubin in options.files:
        for kernel in read_kernels(disassemble(cubin, options.nvdisasm)):
            writes, count = find_writes(kernel)
            kernels += count > 0
            products += count
            wrong += bool(writes)
            for instruction, register, product in writes:
                print("%s: %s: R%d is written at %#x (%s) while the product at %#x may read it"
                      % (cubin, kernel.name, register, instruction.address, instruction.name, product))  # fmt: skip
    print("%d kernels with %d products of registers: %d are wrong" % (kernels, products, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
