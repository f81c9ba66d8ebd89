# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Random numbers: NumPy's bits by known answers, lazy ones beside NumPy's, dropout and its statistics, rounding."""

from __future__ import annotations

import os
import unittest
from typing import Any

os.environ["FUSION_CACHE"] = "off"  # what is compiled here leaves nothing behind

import numpy as np

import fusion

FAR = (0, 7, 2**32 - 1, 2**32, 2**63 + 5, 2**64 - 1, -3)


def counters(counter: int, seed: int, offset: int) -> np.ndarray[Any, Any]:
    """The four words of one counter, word by word in Python's integers."""
    mask = 0xFFFFFFFF
    r = [counter & mask, counter >> 32 & mask, offset & mask, offset >> 32 & mask]
    key = [seed & mask, seed >> 32 & mask]
    for _ in range(10):
        low, high = 0xD2511F53 * r[0], 0xCD9E8D57 * r[2]
        r = [(high >> 32) ^ r[1] ^ key[0], high & mask, (low >> 32) ^ r[3] ^ key[1], low & mask]
        key = [(key[0] + 0x9E3779B9) & mask, (key[1] + 0xBB67AE85) & mask]
    return np.array(r, np.uint32)


class PhiloxTest(unittest.TestCase):
    def test_known_answers(self) -> None:
        # Those of Random123 (kat_vectors), of zeros, ones and digits of pi.
        answers = (((0, 0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
                   ((2**64 - 1,) * 3, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
                   ((0x85a308d3243f6a88, 0x299f31d0a4093822, 0x0370734413198a2e),
                    "d16cfe09 94fdcceb 5001e420 24126ea1"))
        for (counter, seed, offset), words in answers:
            self.assertEqual(" ".join(f"{word:08x}" for word in counters(counter, seed, offset)), words)
        self.assertEqual([f"{word:08x}" for word in fusion.philox(0, 0, (4,))], answers[0][1].split())

    def test_numpy_counts_rows_and_groups(self) -> None:
        for shape in ((), (1,), (5,), (3, 8), (2, 3, 5), (4, 1, 3), (0, 5), (3, 0)):
            for seed in FAR:
                offset = 11 * seed
                bits = fusion.philox(seed, offset, shape)
                self.assertEqual((bits.shape, bits.dtype), (shape, np.uint32))
                rows = bits.reshape(-1, shape[-1] if shape else 1) if bits.size else []
                for row, words in enumerate(rows):
                    groups = -(-len(words) // 4)
                    for column, word in enumerate(words):
                        own = counters(row * groups + column // 4, seed, offset)
                        self.assertEqual(word, own[column % 4], (shape, seed, row, column))

    def test_the_page_has_an_example(self) -> None:
        words = "67ee6f2c e55410cc 6c7eca35 557398d3 e5dde940 600f6196 24ecfc6e f000aacd 571a4cf0 d301a3d5"
        words += " 945bcada 7e42d578"
        self.assertEqual(" ".join(f"{word:08x}" for word in fusion.philox(42, 7, (2, 6)).ravel()), words)
        np.testing.assert_array_equal(np.argwhere(~fusion.dropout_mask(42, 7, (2, 6), 0.25)), [[0, 2]])

    def test_masks_count_rows_and_groups(self) -> None:
        for shape in ((), (1,), (9,), (3, 16), (2, 3, 13), (4, 1, 3), (0, 5), (3, 0)):
            for seed, p in zip(FAR, (0.25, 0.5, 2.0**-16, 1.0, 0.0)):
                mask = fusion.dropout_mask(seed, 3 * seed, shape, p)
                self.assertEqual((mask.shape, mask.dtype), (shape, np.bool_))
                for row, kept in enumerate(mask.reshape(-1, shape[-1] if shape else 1) if mask.size else []):
                    for column, own in enumerate(kept):
                        words = counters(row * -(-len(kept) // 8) + column // 8, seed, 3 * seed)
                        bits = int(words[column // 2 % 4]) >> 16 * (column % 2) & 0xFFFF
                        self.assertEqual(own, bits >= p * 2**16, (shape, seed, row, column))


class LazyTest(unittest.TestCase):
    def test_bits_are_numpys(self) -> None:
        for shape in ((), (1,), (37,), (5, 43), (3, 5, 16), (2, 1, 3, 7), (0, 3)):
            for seed in FAR:
                got = fusion.random_bits(shape, seed, seed * 3 + 1).numpy()
                np.testing.assert_array_equal(got, fusion.philox(seed, seed * 3 + 1, shape))
                self.assertEqual(got.dtype, np.uint32)

    def test_uniform_is_in_its_range(self) -> None:
        got = fusion.uniform((64, 129), 5).numpy()
        np.testing.assert_array_equal(got, (fusion.philox(5, 0, (64, 129)) >> 8) * np.float32(2.0**-24))
        self.assertTrue(0 <= got.min() < 0.001 and 0.999 < got.max() < 1)
        self.assertLess(abs(got.mean() - 0.5), 0.01)

    def test_dropout_keeps_scales_and_forgets(self) -> None:
        x = np.arange(6 * 35, dtype=np.float32).reshape(6, 35) - 50
        x[0, :20], x[1, :20] = np.nan, np.inf
        for p in (0.0, 0.1, 0.5, 0.75, 1.0):
            y, mask = fusion.evaluate(*fusion.dropout(x, p, 3, 9, return_mask=True))
            np.testing.assert_array_equal(mask, fusion.dropout_mask(3, 9, x.shape, p))
            scale = np.float32(1 / (1 - p)) if p < 1 else np.float32(0)
            with np.errstate(invalid="ignore"):
                np.testing.assert_array_equal(y, np.where(mask, x * scale, 0))

    def test_narrow_types_are_scaled_in_f32(self) -> None:
        x = np.linspace(-3, 3, 4 * 33, dtype=np.float32).reshape(4, 33).astype(np.float16)
        expected = np.where(fusion.dropout_mask(1, 0, x.shape, 0.1), x.astype(np.float32) * np.float32(1 / 0.9), 0)
        np.testing.assert_array_equal(fusion.dropout(x, 0.1, 1).numpy(), expected.astype(np.float16))

    def test_sizes_and_numbers_may_change(self) -> None:
        seen = []

        def step(m: int, n: int, seed: int) -> None:
            x = np.ones((2, m, n), np.float32)
            kept = fusion.dropout(fusion.lazy(x, dynamic=(1, 2)), 0.5, seed, 2)
            np.testing.assert_array_equal(kept.numpy() != 0, fusion.dropout_mask(seed, 2, x.shape, 0.5))
            seen.append(kept.compiled())

        for m, n, seed in ((5, 24, 1), (7, 37, 2), (2, 3, 2**63)):
            step(m, n, seed)
        self.assertTrue(all(module is seen[0] for module in seen))

    def test_numbers_may_be_arrays(self) -> None:
        seed, offset = np.array(2**40, np.int64), np.array(-1, np.int64)
        got = fusion.random_bits((3, 9), fusion.lazy(seed), fusion.lazy(offset)).numpy()
        np.testing.assert_array_equal(got, fusion.philox(2**40, -1, (3, 9)))

    def test_one_kernel_with_a_product(self) -> None:
        random = np.random.default_rng(3)
        a, b, bias = (random.standard_normal(shape).astype(np.float32) for shape in ((24, 16), (16, 40), (40,)))
        plain = fusion.gelu(fusion.lazy(a) @ b + bias)
        y, mask = fusion.dropout(plain, 0.25, 8, 1, return_mask=True)
        values = fusion.evaluate(y, mask, fusion.gelu(fusion.lazy(a) @ b + bias))
        kept = fusion.dropout_mask(8, 1, (24, 40), 0.25)
        np.testing.assert_array_equal(values[1], kept)
        np.testing.assert_allclose(values[0], np.where(kept, values[2] / np.float32(0.75), 0), rtol=1e-6)

    def test_as_many_are_dropped_as_p_says(self) -> None:
        count = 1 << 20
        for p in (0.1, 0.5, 0.9):
            dropped = 1 - fusion.dropout_mask(17, 4, (1024, 1024), p)
            # Five standard deviations.
            self.assertLess(abs(dropped.sum() - p * count), 5 * (count * p * (1 - p)) ** 0.5)
            rows, columns = (dropped.sum(axis=axis) - p * 1024 for axis in (0, 1))
            for sums in (rows, columns):
                self.assertLess(abs(sums.var() / (1024 * p * (1 - p)) - 1), 0.25)

    def test_wrong_arguments_are_refused(self) -> None:
        x = np.ones(3, np.float32)
        for p in (-0.1, 1.5, float("nan")):
            with self.assertRaisesRegex(ValueError, "p is a probability in"):
                fusion.dropout(x, p, 1)
        with self.assertRaisesRegex(TypeError, "dropout expects floats"):
            fusion.dropout(np.ones(3, np.int32), 0.5, 1)
        with self.assertRaisesRegex(TypeError, "seed is an integer or an array of i64"):
            fusion.dropout(x, 0.5, fusion.lazy(np.ones(2, np.int64)))
        with self.assertRaisesRegex(TypeError, "seed is an integer or an array of i64"):
            fusion.dropout(x, 0.5, fusion.scalar(1.5))
        with self.assertRaisesRegex(TypeError, "to be rounded to bf16, f16, f8e4m3fn or f8e5m2"):
            fusion.stochastic_round(x, "f64", 1)
        with self.assertRaisesRegex(ValueError, "sizes are at least 0"):
            fusion.uniform((2, -1), 1)


class BitsTest(unittest.TestCase):
    """Masks as bits: NumPy's of little order."""

    def test_pack_and_unpack(self) -> None:
        for shape in ((1,), (8,), (37,), (3, 16), (2, 3, 9), (0, 5), (4, 0)):
            mask = fusion.dropout_mask(3, 1, shape, 0.5)
            packed = np.packbits(mask, axis=-1, bitorder="little")
            got = fusion.packbits(mask).numpy()
            self.assertEqual(got.dtype, np.uint8)
            np.testing.assert_array_equal(got, packed)
            np.testing.assert_array_equal(fusion.unpackbits(packed, shape[-1]).numpy(), mask)

    def test_sizes_may_change(self) -> None:
        for m, n in ((3, 21), (5, 8), (2, 1)):
            mask = fusion.dropout_mask(m, n, (m, n), 0.5)
            got = fusion.packbits(fusion.lazy(mask, dynamic=(0, 1))).numpy()
            np.testing.assert_array_equal(got, np.packbits(mask, axis=-1, bitorder="little"))

    def test_a_mask_of_relu_is_kept_as_bits_and_read(self) -> None:
        x = np.random.default_rng(1).standard_normal((5, 27)).astype(np.float32)
        bits = fusion.packbits(fusion.lazy(x) > 0).numpy()
        gradient = np.ones_like(x)
        got = fusion.where(fusion.unpackbits(bits, 27), fusion.lazy(gradient) * 2, 0.0).numpy()
        np.testing.assert_array_equal(got, np.where(x > 0, 2, 0))

    def test_wrong_arguments_are_refused(self) -> None:
        with self.assertRaisesRegex(TypeError, "packbits expects bools"):
            fusion.packbits(np.ones(3, np.uint8))
        with self.assertRaisesRegex(ValueError, "packbits expects an axis"):
            fusion.packbits(np.array(True))
        with self.assertRaisesRegex(TypeError, "unpackbits expects u8"):
            fusion.unpackbits(np.ones(3, np.int8), 20)
        with self.assertRaisesRegex(ValueError, "17 bits of a row are 3 bytes"):
            fusion.unpackbits(np.ones(2, np.uint8), 17)


class RoundTest(unittest.TestCase):
    """Beside the formula floor(|x| / d + bits / 2^32) d, in float64, which holds all of it but the last sum."""

    def expected(self, x: np.ndarray[Any, Any], bits: np.ndarray[Any, Any], digits: int, least: int) -> Any:
        wide = np.abs(x.astype(np.float64))
        exponent = np.maximum(np.frexp(wide)[1] - 1, least) - (digits - 1)
        t = np.ldexp(wide, -exponent)
        whole = np.floor(t)
        up = (t - whole) >= (2**32 - bits.astype(np.float64)) / 2**32
        return np.copysign(np.ldexp(whole + up, exponent), x)

    def test_to_8_bits(self) -> None:
        random = np.random.default_rng(12)
        x = (random.standard_normal((64, 257)) * np.exp2(random.integers(-20, 17, (64, 257)))).astype(np.float32)
        bits = fusion.philox(5, 6, x.shape)
        for name, digits, least, most in (("f8e4m3fn", 4, -6, 448.0), ("f8e5m2", 3, -14, 57344.0)):
            with self.subTest(dtype=name):
                rounded = self.expected(x, bits, digits, least)
                beyond = np.abs(rounded) > most
                self.assertTrue(100 < beyond.sum() < x.size / 2)
                got = fusion.stochastic_round(x, name, 5, 6).numpy()
                over = np.nan if name == "f8e4m3fn" else np.copysign(np.inf, x)
                np.testing.assert_array_equal(got, np.where(beyond, over, rounded))
                got = fusion.stochastic_round(x, name, 5, 6, saturate=True).numpy()
                np.testing.assert_array_equal(got, np.clip(rounded, -most, most))

    def test_the_mean_of_8_bits_stays(self) -> None:
        # Of normal numbers and of subnormal ones: the share that is rounded up, to five standard deviations.
        for name, value, low, high in (
            ("f8e4m3fn", 17.25, 16.0, 18.0),
            ("f8e4m3fn", 2.0**-9 * 2.125, 2.0**-8, 3 * 2.0**-9),
            ("f8e5m2", -0.265625, -0.25, -0.3125),
            ("f8e5m2", 2.0**-18, 0.0, 2.0**-16),
        ):
            x = np.full((512, 1024), value, np.float32)
            got = fusion.stochastic_round(x, name, 2).numpy().astype(np.float64)
            self.assertEqual(set(np.unique(got)), {low, high})
            share = (value - low) / (high - low)
            deviation = (share * (1 - share) / x.size) ** 0.5
            self.assertLess(abs((got == high).mean() - share), 5 * deviation)
            self.assertLess(abs(got.mean() - value), 5 * deviation * abs(high - low))

    def test_special_numbers_of_8_bits(self) -> None:
        x = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.5, 2.0**-9, 448, 1e-40, -448.001, 3e38], np.float32)
        for seed in range(8):
            got = fusion.stochastic_round(x, "f8e4m3fn", seed).numpy()
            np.testing.assert_array_equal(got[:8], [0, 0, np.nan, np.nan, np.nan, 1.5, 2.0**-9, 448])
            np.testing.assert_array_equal(np.signbit(got[:2]), [False, True])
            self.assertEqual(got[8], 0)
            self.assertTrue(np.isnan(got[10]))
            got = fusion.stochastic_round(x, "f8e4m3fn", seed, saturate=True).numpy()
            np.testing.assert_array_equal(got[2:], [448, -448, np.nan, 1.5, 2.0**-9, 448, 0, -448, 448])
            got = fusion.stochastic_round(x, "f8e5m2", seed).numpy()
            np.testing.assert_array_equal(got[2:6], [np.inf, -np.inf, np.nan, 1.5])
            self.assertEqual(got[10], np.inf)
            got = fusion.stochastic_round(x, "f8e5m2", seed, saturate=True).numpy()
            np.testing.assert_array_equal(got[[2, 3, 4, 10]], [57344, -57344, np.nan, 57344])

    def test_to_both_types(self) -> None:
        random = np.random.default_rng(11)
        x = (random.standard_normal((64, 257)) * np.exp2(random.integers(-30, 12, (64, 257)))).astype(np.float32)
        bits = fusion.philox(5, 6, x.shape)
        f16 = fusion.stochastic_round(x, "f16", 5, 6).numpy()
        np.testing.assert_array_equal(f16.astype(np.float64), self.expected(x, bits, 11, -14))
        bf16 = fusion.stochastic_round(x, "bf16", 5, 6).numpy()
        np.testing.assert_array_equal(bf16.astype(np.float64), self.expected(x, bits, 8, -126))

    def test_the_mean_stays(self) -> None:
        for value in (1.001, -3.3, 1e-7):
            x = np.full((256, 1024), value, np.float32)
            got = fusion.stochastic_round(x, "f16", 2).numpy().astype(np.float64)
            step = got.max() - got.min()
            self.assertGreater(step, 0)
            self.assertLess(abs(got.mean() - np.float64(np.float32(value))), 5 * step / 2 / x.size**0.5)

    def test_special_numbers_stay(self) -> None:
        x = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.5, 2.0**-24, 65504, 3e38, -1e-40], np.float32)
        for seed in range(8):
            got = fusion.stochastic_round(x, "f16", seed).numpy()
            np.testing.assert_array_equal(got[:8], x[:8].astype(np.float16))
            np.testing.assert_array_equal(np.signbit(got[:2]), [False, True])
            self.assertEqual((got[8], got[9]), (np.inf, 0))
            self.assertEqual(fusion.stochastic_round(x, "bf16", seed).numpy()[5], 1.5)


if __name__ == "__main__":
    unittest.main()
