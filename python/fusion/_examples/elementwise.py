# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Examples of functions of each element by itself."""

EXAMPLES = """
>>> fusion.abs(np.float32([-1.5, 2]))
Array([1.5, 2. ], dtype=f32)

>>> fusion.acos(np.float32([1, 2]))
Array([ 0., nan], dtype=f32)

>>> fusion.acosh(np.float32([1, 0.5]))
Array([ 0., nan], dtype=f32)

>>> fusion.asin(np.float32([0, 2]))
Array([ 0., nan], dtype=f32)

>>> fusion.asinh(np.float32([0]))
Array([0.], dtype=f32)

>>> fusion.atan(np.float32([0]))
Array([0.], dtype=f32)

>>> fusion.atanh(np.float32([0, 1]))
Array([ 0., inf], dtype=f32)

>>> fusion.cbrt(np.float32([-8, 27]))
Array([-2.,  3.], dtype=f32)

>>> fusion.ceil(np.float32([-1.5, 1.5]))
Array([-1.,  2.], dtype=f32)

>>> fusion.cos(np.float32([0]))
Array([1.], dtype=f32)

>>> fusion.cosh(np.float32([0]))
Array([1.], dtype=f32)

>>> fusion.erf(np.float32([0, 9]))
Array([0., 1.], dtype=f32)

>>> fusion.exp(np.float32([0, -np.inf]))
Array([1., 0.], dtype=f32)

>>> fusion.exp2(np.float32([3, -1]))
Array([8. , 0.5], dtype=f32)

>>> fusion.expm1(np.float32([0, -np.inf]))
Array([ 0., -1.], dtype=f32)

>>> fusion.floor(np.float32([-1.5, 1.5]))
Array([-2.,  1.], dtype=f32)

>>> fusion.isfinite(np.float32([1, np.inf, np.nan]))
Array([ True, False, False], dtype=bool)

>>> fusion.isinf(np.float32([1, np.inf, np.nan]))
Array([False,  True, False], dtype=bool)

>>> fusion.isnan(np.float32([1, np.inf, np.nan]))
Array([False, False,  True], dtype=bool)

>>> fusion.log(np.float32([1, 0]))
Array([  0., -inf], dtype=f32)

>>> fusion.log10(np.float32([1, 0]))
Array([  0., -inf], dtype=f32)

>>> fusion.log1p(np.float32([0, -1]))
Array([  0., -inf], dtype=f32)

>>> fusion.log2(np.float32([8, 0.5]))
Array([ 3., -1.], dtype=f32)

>>> fusion.logical_not(np.float32([0, 2]))
Array([ True, False], dtype=bool)

>>> fusion.negative(np.float32([1, -2]))
Array([-1.,  2.], dtype=f32)

>>> fusion.reciprocal(np.float32([2, -4]))
Array([ 0.5 , -0.25], dtype=f32)

>>> fusion.rsqrt(np.float32([4, 16]))
Array([0.5 , 0.25], dtype=f32)

>>> fusion.sign(np.float32([-3, 0, 5]))
Array([-1.,  0.,  1.], dtype=f32)

>>> fusion.sin(np.float32([0]))
Array([0.], dtype=f32)

>>> fusion.sinh(np.float32([0]))
Array([0.], dtype=f32)

>>> fusion.sqrt(np.float32([9, -1]))
Array([ 3., nan], dtype=f32)

>>> fusion.square(np.float32([3, -4]))
Array([ 9., 16.], dtype=f32)

>>> fusion.tan(np.float32([0]))
Array([0.], dtype=f32)

>>> fusion.tanh(np.float32([0, 20]))
Array([0., 1.], dtype=f32)

>>> fusion.trunc(np.float32([-1.5, 1.5]))
Array([-1.,  1.], dtype=f32)

>>> fusion.bitwise_not(np.int32([0, 5]))
Array([-1, -6], dtype=i32)

>>> fusion.relu(np.float32([-1, 2]))
Array([0., 2.], dtype=f32)

>>> fusion.relu6(np.float32([-1, 2, 9]))
Array([0., 2., 6.], dtype=f32)

>>> fusion.hardswish(np.float32([-4, 0, 4]))
Array([-0.,  0.,  4.], dtype=f32)

>>> fusion.mish(np.float32([0, 40]))
Array([ 0., 40.], dtype=f32)

>>> fusion.selu(np.float32([0, 1]))
Array([0.      , 1.050701], dtype=f32)

>>> fusion.sigmoid(np.float32([0, 40]))
Array([0.5, 1. ], dtype=f32)

>>> fusion.silu(np.float32([0, 40]))
Array([ 0., 40.], dtype=f32)

>>> fusion.add(np.float32([1, 2]), 0.5)
Array([1.5, 2.5], dtype=f32)

>>> fusion.subtract(np.float32([1, 2]), 0.5)
Array([0.5, 1.5], dtype=f32)

>>> fusion.multiply(np.float32([1, 2]), 0.5)
Array([0.5, 1. ], dtype=f32)

>>> fusion.divide(np.int32([1, 3]), 2)
Array([0.5, 1.5], dtype=f32)

>>> fusion.floor_divide(np.int32([7, -7]), 2)
Array([ 3, -4], dtype=i32)

>>> fusion.remainder(np.int32([7, -7]), 4)
Array([3, 1], dtype=i32)

>>> fusion.fmod(np.int32([7, -7]), 4)
Array([ 3, -3], dtype=i32)

>>> fusion.power(np.float32([2, 3]), 3)
Array([ 8., 27.], dtype=f32)

>>> fusion.maximum(np.float32([1, np.nan]), 2)
Array([ 2., nan], dtype=f32)

>>> fusion.minimum(np.float32([1, np.nan]), 2)
Array([ 1., nan], dtype=f32)

>>> fusion.fmax(np.float32([1, np.nan]), 2)
Array([2., 2.], dtype=f32)

>>> fusion.fmin(np.float32([1, np.nan]), 2)
Array([1., 2.], dtype=f32)

>>> fusion.atan2(np.float32([0]), np.float32([1]))
Array([0.], dtype=f32)

>>> fusion.hypot(np.float32([3]), np.float32([4]))
Array([5.], dtype=f32)

>>> fusion.logaddexp(np.float32([5]), -np.inf)
Array([5.], dtype=f32)

>>> fusion.equal(np.int32([1, 2, 3]), 2)
Array([False,  True, False], dtype=bool)

>>> fusion.not_equal(np.int32([1, 2, 3]), 2)
Array([ True, False,  True], dtype=bool)

>>> fusion.less(np.int32([1, 2, 3]), 2)
Array([ True, False, False], dtype=bool)

>>> fusion.less_equal(np.int32([1, 2, 3]), 2)
Array([ True,  True, False], dtype=bool)

>>> fusion.greater(np.int32([1, 2, 3]), 2)
Array([False, False,  True], dtype=bool)

>>> fusion.greater_equal(np.int32([1, 2, 3]), 2)
Array([False,  True,  True], dtype=bool)

>>> fusion.logical_and(np.int32([0, 1, 2]), True)
Array([False,  True,  True], dtype=bool)

>>> fusion.logical_or(np.int32([0, 1, 2]), False)
Array([False,  True,  True], dtype=bool)

>>> fusion.logical_xor(np.int32([0, 1, 2]), True)
Array([ True, False, False], dtype=bool)

>>> fusion.bitwise_and(np.int32([12, 10]), 6)
Array([4, 2], dtype=i32)

>>> fusion.bitwise_or(np.int32([12, 10]), 6)
Array([14, 14], dtype=i32)

>>> fusion.bitwise_xor(np.int32([12, 10]), 6)
Array([10, 12], dtype=i32)

>>> fusion.left_shift(np.int32([1, 3]), 4)
Array([16, 48], dtype=i32)

>>> fusion.right_shift(np.int32([16, -3]), 1)
Array([ 8, -2], dtype=i32)

>>> fusion.round(np.float32([0.5, 1.5, -2.6]))
Array([ 0.,  2., -3.], dtype=f32)

>>> fusion.gelu(np.float32([0, 20]))
Array([ 0., 20.], dtype=f32)

>>> fusion.leaky_relu(np.float32([-100, 2]))
Array([-1.,  2.], dtype=f32)

>>> fusion.elu(np.float32([-np.inf, 2]))
Array([-1.,  2.], dtype=f32)

>>> fusion.softplus(np.float32([-np.inf, 40]))
Array([ 0., 40.], dtype=f32)

>>> fusion.where(np.bool_([True, False]), np.float32([1, 2]), 0)
Array([1., 0.], dtype=f32)

>>> fusion.clip(np.float32([-3, 0, 3]), -1, 1)
Array([-1.,  0.,  1.], dtype=f32)

>>> fusion.astype(np.float32([1.5, -1.5]), 'i8')
Array([ 1, -1], dtype=i8)
"""
