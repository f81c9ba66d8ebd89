# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Examples of functions of whole arrays, of bits, of quantised and of random numbers."""

EXAMPLES = """
>>> fusion.all(np.bool_([True, False]))
Array(False, dtype=bool)

>>> fusion.any(np.bool_([True, False]))
Array(True, dtype=bool)

>>> fusion.sum(np.float32([[1, 2], [3, 4]]), axis=0)
Array([4., 6.], dtype=f32)

>>> fusion.mean(np.float32([[1, 2], [3, 4]]), axis=1)
Array([1.5, 3.5], dtype=f32)

>>> fusion.prod(np.float32([1, 2, 3]))
Array(6., dtype=f32)

>>> fusion.max(np.float32([[1, 5], [3, 4]]), axis=0)
Array([3., 5.], dtype=f32)

>>> fusion.min(np.float32([[1, 5], [3, 4]]), axis=0)
Array([1., 4.], dtype=f32)

>>> fusion.var(np.float32([1, 3]))
Array(1., dtype=f32)

>>> fusion.std(np.float32([1, 3]))
Array(1., dtype=f32)

>>> fusion.argmax(np.float32([1, 5, 3]))
Array(1, dtype=i64)

>>> fusion.argmin(np.float32([4, 1, 3]))
Array(1, dtype=i64)

>>> fusion.softmax(np.float32([[0, 0], [0, -np.inf]]))
Array([[0.5, 0.5],
       [1. , 0. ]], dtype=f32)

>>> fusion.log_softmax(np.float32([0, -np.inf]))
Array([  0., -inf], dtype=f32)

>>> fusion.logsumexp(np.float32([5, -np.inf]))
Array(5., dtype=f32)

>>> fusion.layer_norm(np.float32([[1, 3], [7, 5]]), eps=0)
Array([[-1.,  1.],
       [ 1., -1.]], dtype=f32)

>>> fusion.rms_norm(np.float32([[3, 3], [-1, 1]]), eps=0)
Array([[ 1.,  1.],
       [-1.,  1.]], dtype=f32)

>>> fusion.reshape(np.int32([[1, 2], [3, 4]]), (4, -1))
Array([[1],
       [2],
       [3],
       [4]], dtype=i32)

>>> fusion.ravel(np.int32([[1, 2], [3, 4]]))
Array([1, 2, 3, 4], dtype=i32)

>>> fusion.expand_dims(np.int32([1, 2]), axis=0)
Array([[1, 2]], dtype=i32)

>>> fusion.squeeze(np.int32([[1, 2]]))
Array([1, 2], dtype=i32)

>>> fusion.transpose(np.int32([[1, 2], [3, 4]]))
Array([[1, 3],
       [2, 4]], dtype=i32)

>>> fusion.swapaxes(np.int32([[1, 2], [3, 4]]), 0, 1)
Array([[1, 3],
       [2, 4]], dtype=i32)

>>> fusion.broadcast_to(np.int32([1, 2]), (2, 2))
Array([[1, 2],
       [1, 2]], dtype=i32)

>>> fusion.flip(np.int32([1, 2, 3]))
Array([3, 2, 1], dtype=i32)

>>> fusion.concatenate([np.int32([1, 2]), np.int32([3])])
Array([1, 2, 3], dtype=i32)

>>> fusion.stack([np.int32([1, 2]), np.int32([3, 4])])
Array([[1, 2],
       [3, 4]], dtype=i32)

>>> fusion.split(np.int32([1, 2, 3, 4]), 2)
[Array([1, 2], dtype=i32), Array([3, 4], dtype=i32)]

>>> fusion.pad(np.int32([1, 2]), [(1, 2)])
Array([0, 1, 2, 0, 0], dtype=i32)

>>> fusion.tril(np.int32([[1, 2], [3, 4]]))
Array([[1, 0],
       [3, 4]], dtype=i32)

>>> fusion.triu(np.int32([[1, 2], [3, 4]]))
Array([[1, 2],
       [0, 4]], dtype=i32)

>>> fusion.roll(np.int32([1, 2, 3]), 1)
Array([3, 1, 2], dtype=i32)

>>> fusion.take(np.int32([10, 20, 30]), np.int64([2, 0]))
Array([30, 10], dtype=i32)

>>> fusion.take_along_axis(np.int32([[10, 20], [30, 40]]), np.int64([[1], [0]]))
Array([[20],
       [30]], dtype=i32)

>>> fusion.cumsum(np.float32([1, 2, 3]))
Array([1., 3., 6.], dtype=f32)

>>> fusion.attention(np.float32([[1, 0]]), np.float32([[0, 0], [0, 0]]), np.float32([[2], [4]]))
Array([[3.]], dtype=f32)

>>> fusion.full((2,), 0.5)
Array([0.5, 0.5], dtype=f32)

>>> fusion.zeros((2,))
Array([0., 0.], dtype=f32)

>>> fusion.ones((2,), 'i32')
Array([1, 1], dtype=i32)

>>> fusion.arange(1, 7, 2)
Array([1, 3, 5], dtype=i64)

>>> fusion.packbits(np.bool_([[1, 0, 1, 0, 0, 0, 0, 1]]))
Array([[133]], dtype=u8)

>>> fusion.unpackbits(np.uint8([[133]]), 4)
Array([[ True, False,  True, False]], dtype=bool)

>>> fusion.quantize(np.float32([1.25, -3, 100]), 0.5)
Array([  2,  -6, 127], dtype=i8)

>>> fusion.dequantize(np.int8([2, -6]), 0.5)
Array([ 1., -3.], dtype=f32)

>>> fusion.dropout(np.float32([1, 2, 3, 4]), 0.5, seed=0)
Array([2., 0., 6., 8.], dtype=f32)

>>> fusion.dropout_mask(0, 0, (4,), 0.5)
array([ True, False,  True,  True])

>>> fusion.philox(0, 0, (2,))
array([1713891541, 3781805453], dtype=uint32)

>>> fusion.random_bits((2,), seed=0)
Array([1713891541, 3781805453], dtype=u32)

>>> fusion.uniform((2,), seed=0)
Array([0.39904642, 0.88052016], dtype=f32)

>>> fusion.stochastic_round(np.float32([1, 1.00390625]), 'bf16', seed=0)
Array([1.       , 1.0078125], dtype=bf16)
"""
